/** A response to read. */
export interface ResponseCase {
  method: 'GET' | 'HEAD'
  /** The response as latin1 texts, in the order in which they arrive. Then the connection closes. */
  pieces: readonly string[]
}

export type Outcome =
  | { kind: 'complete'; status: number; fields: readonly string[]; body: string; isPersistent: boolean }
  | { kind: 'refused'; reason: string }
  | { kind: 'incomplete' }

const ofTheHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Returns a flat list of names and values without hop-by-hop headers: RFC 9110 section 7.6.1. */
export function withoutHopFields(fields: readonly string[]): string[] {
  const named = new Set(ofTheHop)
  for (let index = 0; index < fields.length; index += 2) {
    if (fields[index]?.toLowerCase() !== 'connection') continue
    for (const option of fields[index + 1]?.split(',') ?? []) named.add(option.trim().toLowerCase())
  }
  return fields.filter((_, index) => !named.has(fields[index - (index % 2)]?.toLowerCase() ?? ''))
}
