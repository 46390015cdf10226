/** Media types: RFC 9110 section 8.3.1. */

/** Returns the media type without its parameters, in lower case; undefined when the header is missing or empty. */
export function parseMediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() || undefined
}

export function isJsonType(type: string): boolean {
  return /^application\/json$|^text\/json$|\+json$/.test(type)
}

export function isXmlType(type: string): boolean {
  return /^(?:application|text)\/xml$|\+xml$/.test(type)
}
