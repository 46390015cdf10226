/** Parses the addresses in CONNAME and LOCLADDR of MQSC: `host(port),host(port)`. */

const addressShape = /^([^()\s,]+)(?:\s*\(\s*(\d{1,5})\s*\))?$/
const standardPort = 1414

export interface ConnectionAddress {
  host: string
  port?: number
}

/**
 * Returns each address of a CONNAME. When one address has another form, the result is a single entry with the
 * whole text as the host.
 */
export function parseConnectionName(text: string): ConnectionAddress[] {
  if (text.trim() === '') return []
  const parts = text.split(',').map((part) => addressShape.exec(part.trim()))
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

/** Returns each address of a LOCLADDR: a host, a port or a port range in parentheses, or both. */
export function parseLocalAddress(text: string): LocalAddress[] {
  if (text.trim() === '') return []
  const items = text.match(/[^,(]+(?:\([^()]*\))?|\([^()]*\)/g)?.filter((item) => item.trim() !== '') ?? []
  return items.map((item) => {
    const [, written = '', low, high] =
      /^([^()]*)(?:\(\s*(?:(\d{1,5})\s*)?(?:,\s*(\d{1,5})\s*)?\))?$/.exec(item.trim()) ?? []
    const host = written.trim()
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
