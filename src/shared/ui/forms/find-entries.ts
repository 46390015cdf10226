/** Finds the entries of the command palette, or the choices of a field, that match what was typed. Pure. */

export interface PaletteEntry {
  title: string
  /** What it is, such as "queue". */
  kind: string
  /** What it belongs to, such as its queue manager. */
  of?: string
  /** The hash of its page. */
  to: string
}

/** Returns the best matches first: names that begin with the text, then names, then others; recent ones before others. */
export function findEntries(
  entries: readonly PaletteEntry[],
  query: string,
  recent: readonly string[],
): readonly PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const ranked: [rank: number, entry: PaletteEntry][] = []
  for (const entry of entries) {
    const title = entry.title.toLowerCase()
    const text = `${title} ${entry.kind} ${entry.of ?? ''}`.toLowerCase()
    if (!words.every((word) => text.includes(word))) continue
    const match = title.startsWith(first) ? 0 : title.includes(first) ? 1 : 2
    const age = recent.indexOf(entry.to)
    ranked.push([match * 100 + (age < 0 ? 50 : age), entry])
  }
  return ranked.sort(([a], [b]) => a - b).map(([, entry]) => entry)
}
