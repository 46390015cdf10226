/** Reads the addresses of channels: CONNAME and LOCLADDR. */

export type HostAndPort = { readonly host: string; readonly port: number }

/** An address to connect from: any host, or any port, where it has none. A single port has no `highPort`. */
export interface LocalAddress {
  readonly host: string | undefined
  readonly lowPort: number | undefined
  readonly highPort: number | undefined
}

/** Returns the addresses in the order of trial, port 1414 where none is named. Throws an `Error` for other text. */
export function parseConnectionNames(text: string): HostAndPort[] {
  return text.split(',').map((each) => {
    const [, host, port = '1414'] = /^\s*([^()\s]+)\s*(?:\(\s*(\d{1,5})\s*\)\s*)?$/.exec(each) ?? []
    if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
      throw new Error(`CONNAME has "${each.trim()}", which is no host(port)`)
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
  })
}

/** Reads a list of `host`, `host(port)`, `host(low,high)`, `(port)`; blanks are any. Throws an `Error` for other text. */
export function parseLocalAddresses(text: string): LocalAddress[] {
  if (text.trim() === '') return [{ host: undefined, lowPort: undefined, highPort: undefined }]
  const items = text.match(/[^,()]*\([^()]*\)|[^,()]+/g) ?? []
  const isList = items.join(',').length === text.length // what belongs to no item is left out
  return (isList ? items : [text]).map((item) => {
    const [, host, low, high] = /^\s*([^()\s]*)\s*(?:\(\s*(\d{1,5})\s*(?:,\s*(\d{1,5})\s*)?\))?$/.exec(item) ?? []
    const [lowPort, highPort] = [low, high].map((port) => (port === undefined ? undefined : Number(port)))
    const isValid = lowPort === undefined ? host : lowPort <= (highPort ?? lowPort) && (highPort ?? lowPort) <= 65_535
    if (!isValid || !isList) throw new Error(`LOCLADDR has "${item.trim()}", which is no host(port)`)
    return { host: host || undefined, lowPort, highPort }
  })
}
