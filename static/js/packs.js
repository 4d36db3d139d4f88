/* A whole folder as a pack: browsers send the names of its files alone, so their paths come along beside them. */
(() => {
  "use strict";
  for (const box of document.querySelectorAll("[data-folder]")) {
    const form = box.querySelector("form");
    const field = box.querySelector("input[type=file]");
    if (!("webkitdirectory" in field)) continue;
    box.hidden = false;
    form.addEventListener("formdata", (event) => {
      for (const file of field.files) event.formData.append("path", file.webkitRelativePath || file.name);
    });
  }
})();
