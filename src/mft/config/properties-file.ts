/** Properties files: lines of `name=value`; `#` and `!` begin comments. */

/** Returns the properties in their order. The last value of a name counts. */
export function parseProperties(text: string): Map<string, string> {
  const properties = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^([^#!=:\s][^=:\s]*)\s*(?:[=:]\s*)?(\S.*)?$/s.exec(line.trim()) ?? []
    if (name !== undefined) properties.set(name, value.replaceAll('\\\\', '\\'))
  }
  return properties
}

/** Returns the text of a properties file. */
export function renderProperties(properties: Iterable<readonly [name: string, value: string]>): string {
  return [...properties].map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\')}\n`).join('')
}
