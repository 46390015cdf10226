/** Parses CONNAME, a list of `host(port)`, and LOCLADDR, `host(port)` or `host(low,high)` with either part missing. */

export interface HostAndPort {
  readonly host: string
  readonly port: number
}

export interface LocalAddress {
  /** The address to connect from; undefined for any. */
  readonly host: string | undefined
  /** The ports to try; empty for any port. */
  readonly ports: readonly number[]
}

const defaultPort = 1414

/** Returns the addresses in the order in which they are tried. Throws an `Error` for text that is no connection name. */
export function parseConnectionNames(text: string): HostAndPort[] {
  const names = text.split(',').map((each) => each.trim())
  return names.map((name) => {
    const [, host, port = String(defaultPort)] = /^([^()\s]+?)(?:\((\d{1,5})\))?$/.exec(name) ?? []
    if (host === undefined || Number(port) < 1 || Number(port) > 65_535) {
      throw new Error(`CONNAME has "${name}", which is no host(port)`)
    }
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
  })
}

export function renderConnectionName({ host, port }: HostAndPort): string {
  return `${host}(${port})`
}

/** Throws an `Error` for text that is no local address. */
export function parseLocalAddress(text: string): LocalAddress {
  if (text.trim() === '') return { host: undefined, ports: [] }
  const [, host = '', low, high = low] = /^([^()\s]*?)(?:\((\d{1,5})(?:,(\d{1,5}))?\))?$/.exec(text.trim()) ?? []
  if (host === '' && low === undefined) throw new Error(`LOCLADDR has "${text}", which is no host(port)`)
  const ports: number[] = []
  if (low !== undefined) for (let port = Number(low); port <= Number(high); port++) ports.push(port)
  return { host: host === '' ? undefined : host, ports }
}
