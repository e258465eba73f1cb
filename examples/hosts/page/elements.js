/**
 * Elements in one line: `el("p", { className: "quiet" }, "text", anotherElement)`. Text is text, never markup.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} [properties] properties; `data-` and `aria-` ones, `role` and `for` as attributes
 * @param {...(Node | string | null | undefined | false)} children
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (/^(data-|aria-|role$|for$)/.test(name)) element.setAttribute(name, String(value));
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
