/** Returns a host without brackets and a port, from `HOST`, `HOST:PORT` or `[ADDRESS]:PORT`; undefined for other text. */
export function parseHostAndPort(text: string, defaultPort: number): { host: string; port: number } | undefined {
  const match = /^(\[[0-9a-f:]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text)
  const port = Number(match?.[2] ?? defaultPort)
  if (!match || port < 1 || port > 65_535) return undefined
  return { host: String(match[1]).replace(/^\[|\]$/g, ''), port }
}
