/** Replaces the library with which Carbon's modal dialogs keep the focus: no page has one, and menus import it. */
export function tabbable(): readonly HTMLElement[] {
  return []
}
