/** Reads LOCLADDR of channels: `host`, `host(port)`, `host(low,high)` or `(port)`. */

export interface LocalAddress {
  /** The address to connect from; undefined for any. */
  readonly host: string | undefined
  /** The ports to try; empty for any port. */
  readonly ports: readonly number[]
}

/** Throws an `Error` for text that is no local address. */
export function parseLocalAddress(text: string): LocalAddress {
  if (text.trim() === '') return { host: undefined, ports: [] }
  const [, host = '', low, high = low] = /^([^()\s]*)(?:\s*\(\s*(\d{1,5})\s*(?:,\s*(\d{1,5})\s*)?\))?$/.exec(text.trim()) ?? []
  const isValid = low === undefined ? host !== '' : Number(low) <= Number(high) && Number(high) <= 65_535
  if (!isValid) throw new Error(`LOCLADDR has "${text}", which is no host(port)`)
  const ports: number[] = []
  if (low !== undefined) for (let port = Number(low); port <= Number(high); port++) ports.push(port)
  return { host: host === '' ? undefined : host, ports }
}
