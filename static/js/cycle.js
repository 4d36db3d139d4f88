/* A choice among few becomes one button: each tap takes the next of them. Without it the list stays a list. */
(() => {
  "use strict";
  for (const list of document.querySelectorAll("select[data-cycle]")) {
    const button = document.createElement("button");
    const says = () => { button.textContent = list.selectedOptions[0].textContent; };
    button.type = "button";
    button.className = "btn";
    button.setAttribute("aria-describedby", list.labels[0].id ||= `${list.id}-label`);
    button.addEventListener("click", () => {
      list.selectedIndex = (list.selectedIndex + 1) % list.options.length;
      says();
    });
    says();
    list.hidden = true;
    list.after(button);
  }
})();
