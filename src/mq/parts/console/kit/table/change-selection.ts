/** Returns the selected keys of a list after some were selected or not. */
export function changeSelection(
  before: Iterable<string>,
  keys: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const after = new Set(before)
  for (const key of keys) {
    if (isSelected) after.add(key)
    else after.delete(key)
  }
  return after
}
