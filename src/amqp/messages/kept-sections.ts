/**
 * The encoded sections of an AMQP message that are kept with the MQ message, because their values have no place in it.
 */
export interface KeptSections {
  readonly messageAnnotations?: Buffer | undefined
  readonly properties?: Buffer | undefined
  /** Undefined when the properties of the message have every value exactly. */
  readonly applicationProperties?: Buffer | undefined
  readonly footer?: Buffer | undefined
}

const names = ['messageAnnotations', 'properties', 'applicationProperties', 'footer'] as const

/** Returns the sections in base64, separated by dots, or undefined when there are none. */
export function renderKeptSections(sections: KeptSections): string | undefined {
  if (names.every((name) => sections[name] === undefined)) return undefined
  return names.map((name) => sections[name]?.toString('base64') ?? '').join('.')
}

export function parseKeptSections(text: string | undefined): KeptSections {
  if (text === undefined) return {}
  const parts = text.split('.')
  return Object.fromEntries(
    names.flatMap((name, place) => (parts[place] ? [[name, Buffer.from(parts[place], 'base64')]] : [])),
  )
}
