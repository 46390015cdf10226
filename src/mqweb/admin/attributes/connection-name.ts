/** Addresses as MQSC writes them in CONNAME and LOCLADDR: `host(port),host(port)`. */

const addressShape = /^\s*([^()\s,]+)\s*(?:\(\s*(\d{1,5})\s*\))?\s*$/
const standardPort = 1414

export interface ConnectionAddress {
  host: string
  port?: number
}

/** Each address of a CONNAME. One that cannot be read is the whole text as its host. */
export function parseConnectionName(text: string): ConnectionAddress[] {
  if (text.trim() === '') return []
  const parts = text.split(',').map((part) => addressShape.exec(part))
  if (parts.some((part) => part === null)) return [{ host: text }]
  return parts.map((part) => ({
    host: part?.[1] as string,
    port: part?.[2] === undefined ? standardPort : Number(part[2]),
  }))
}

export interface LocalAddress {
  host?: string
  port?: number
  portRange?: { low: number; high: number }
}

/** Each address of a LOCLADDR: a host, a port or a range of ports in parentheses, or both. */
export function parseLocalAddress(text: string): LocalAddress[] {
  if (text.trim() === '') return []
  const items = text.match(/[^,(]*(?:\([^)]*\))?/g)?.filter((item) => item.trim() !== '') ?? []
  return items.map((item) => {
    const [, host = '', low, high] =
      /^\s*([^()]*?)\s*(?:\(\s*(\d{1,5})?\s*(?:,\s*(\d{1,5})\s*)?\))?\s*$/.exec(item) ?? []
    return {
      ...(host === '' ? {} : { host }),
      ...(low === undefined
        ? {}
        : high === undefined
          ? { port: Number(low) }
          : { portRange: { low: Number(low), high: Number(high) } }),
    }
  })
}
