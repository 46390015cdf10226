/** Parses lists of attributes. An item is `*`, an object (`general`) or an attribute (`general.description`). */
import { didYouMean } from '../../../../shared/lib/output/suggest.ts'
import { RestError } from '../../errors/rest-error.ts'
import { nestDottedPaths } from './attribute-row.ts'

/** Returns whether a request selects the attribute with this dotted name. */
export type AttributeSelector = (name: string) => boolean

const nothing: AttributeSelector = () => false

/** Parses a list of attributes. Throws `RestError` 400 for an unknown or repeated item, and `*` beside others. */
export function parseAttributeSelector(
  parameter: string,
  text: string | undefined,
  names: readonly string[],
): AttributeSelector {
  if (text === undefined) return nothing
  const items = text.split(',').map((item) => item.trim())
  if (items.length === 1 && items[0] === '*') return () => true

  for (const [index, item] of items.entries()) {
    const others = items.filter((_, other) => other !== index)
    if (item === '*') throw unfit(text, parameter, '* asks for everything and stands alone')
    if (!names.some((name) => covers(item, name))) throw unknown(item, names)
    if (others.some((other) => covers(other, item))) throw unfit(text, parameter, `${item} is asked for twice`)
  }
  return (name) => items.some((item) => covers(item, name))
}

/** The functions that read values which are no attributes of MQ objects, by their dotted names. */
export type ValueReaders<Source extends readonly unknown[]> = Readonly<Record<string, (...source: Source) => unknown>>

/** Parses a list of names. Returns the function that reads them as nested JSON. Throws like `parseAttributeSelector`. */
export function parseValueSelection<Source extends readonly unknown[]>(
  parameter: string,
  text: string | undefined,
  readers: ValueReaders<Source>,
): (...source: Source) => Record<string, unknown> {
  const wanted = parseAttributeSelector(parameter, text, Object.keys(readers))
  const shown = Object.entries(readers).filter(([name]) => wanted(name))
  return (...source) => nestDottedPaths(shown.map(([name, read]) => [name, read(...source)] as const))
}

/** Returns whether a list item includes an attribute: `events` includes `events.depth.fullEnabled` and itself. */
function covers(item: string, name: string): boolean {
  return name === item || name.startsWith(`${item}.`)
}

function unfit(text: string, parameter: string, why: string): RestError {
  return new RestError('MQWB0013E', [text, parameter, why])
}

function unknown(item: string, names: readonly string[]): RestError {
  return new RestError('MQWB0014E', [item, didYouMean(item, names) || '.'])
}
