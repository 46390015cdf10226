/**
 * Renders messages in the part of ICU MessageFormat that the pages use: `{name}`, `{count, plural, one {# queue} other
 * {# queues}}` and `{kind, select, user {…} other {…}}`. Branches may contain arguments. Texts contain no literal
 * braces, so there is no quoting.
 */

export type MessagePart = string | MessageArgument

export interface MessageArgument {
  /** The name of the value; `#` for the number of the enclosing plural. */
  name: string
  kind: 'value' | 'plural' | 'select'
  /** The branches of `plural` and `select` by their keys. */
  branches: Readonly<Record<string, readonly MessagePart[]>>
}

export type MessageValues = Readonly<Record<string, unknown>>

/** Parses a message. Throws an `Error` that quotes the message and says what is wrong in it. */
export function parseMessage(message: string): readonly MessagePart[] {
  let at = 0

  function take(shape: RegExp, expected: string): string {
    shape.lastIndex = at
    const found = shape.exec(message)
    if (!found) throw new Error(`expected ${expected} at character ${at + 1} of the message "${message}"`)
    at = shape.lastIndex
    return found[1] ?? found[0]
  }

  function parseParts(isPlural: boolean): MessagePart[] {
    const parts: MessagePart[] = []
    while (at < message.length && message[at] !== '}') {
      if (message[at] === '{') parts.push(parseArgument())
      else if (isPlural && message[at] === '#') parts.push({ name: take(/#/y, '#'), kind: 'value', branches: {} })
      else parts.push(take(isPlural ? /[^{}#]+/y : /[^{}]+/y, 'text'))
    }
    return parts
  }

  function parseArgument(): MessageArgument {
    const name = take(/\{\s*(\w+)\s*/y, 'the name of a value')
    if (message[at] === '}') {
      at += 1
      return { name, kind: 'value', branches: {} }
    }
    const kind = take(/,\s*(plural|select)\s*,\s*/y, '"plural" or "select"') as 'plural' | 'select'
    const branches: Record<string, readonly MessagePart[]> = {}
    do {
      const key = take(/(=?[\w-]+)\s*\{/y, 'a branch')
      branches[key] = parseParts(kind === 'plural')
      take(/\}\s*/y, '}')
    } while (message[at] !== '}')
    at += 1
    if (!branches.other) throw new Error(`the message "${message}" has no branch "other"`)
    return { name, kind, branches }
  }

  const parts = parseParts(false)
  if (at < message.length) take(/$/y, 'the end')
  return parts
}

/** Returns the texts and values of a message in their order; numbers are formatted for the locale. */
export function renderParts(
  parts: readonly MessagePart[],
  values: MessageValues,
  locale: string,
  number?: number,
): unknown[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return part
    const value = part.name === '#' ? number : values[part.name]
    if (part.kind === 'value') return typeof value === 'number' ? value.toLocaleString(locale) : value
    const { branches } = part
    if (part.kind === 'select')
      return renderParts(branches[String(value)] ?? branches.other ?? [], values, locale, number)
    const count = Number(value)
    const branch = branches[`=${count}`] ?? branches[new Intl.PluralRules(locale).select(count)] ?? branches.other
    return renderParts(branch ?? [], values, locale, count)
  })
}
