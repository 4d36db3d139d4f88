"""A sheet of the system `fake`, as values and as a form sends it."""

SHEET = {"might": 5, "motto": "Siempre", "side": "right", "brave": True, "traits": [{"text": "Alta"}]}
FORM = {
    "character_name": "Nadie",
    "might": "5",
    "motto": "Siempre",
    "side": "right",
    "brave": "1",
    "traits__0__text": "Alta",
}
