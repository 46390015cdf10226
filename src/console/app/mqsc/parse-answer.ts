/** Reads the attributes in the text that DISPLAY prints, for a table. Pure. */

/** One displayed object: its attributes by keyword, in the order in which they were printed. */
export type AnswerRow = ReadonlyMap<string, string>

const attributeShape = /(?<![A-Z0-9])([A-Z0-9]+)\(((?:[^()]|\([^()]*\))*)\)/g

/** Returns the objects in the lines of an answer. An object begins with a line of an AMQ message. */
export function parseAnswer(lines: readonly string[]): readonly AnswerRow[] {
  const rows: Map<string, string>[] = []
  for (const line of lines.flatMap((each) => each.split('\n'))) {
    if (/^\s*AMQ\d{4}[IWE]/.test(line)) rows.push(new Map())
    for (const [, keyword = '', value = ''] of line.matchAll(attributeShape)) rows.at(-1)?.set(keyword, value.trim())
  }
  return rows.filter(({ size }) => size > 0)
}

/** Returns the keywords of all rows, in the order of their first occurrence. */
export function listKeywords(rows: readonly AnswerRow[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => [...row.keys()]))]
}
