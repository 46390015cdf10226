/**
 * What an attribute can hold, and how the words of a command become such a value.
 *
 * Words arrive with their quotes gone and, where nothing was quoted in MQSC text, in upper case.
 */
import type { AttributeValue } from '../../types/queue-manager.ts'

export interface AttributeType {
  /** Ends the sentence "MAXDEPTH takes …". */
  readonly description: string
  /** How WHERE compares such values. */
  readonly comparison: 'number' | 'word' | 'text' | 'list'
  /** Written without a value in MQSC text; the value is `YES` or `NO`. A pair has a second word for `NO`: `NOSHARE`. */
  readonly flag?: 'single' | 'pair'
  /** Displayed as asterisks once it is set. */
  readonly secret?: true
  /** For those who draw a form: the words of a choice, or those that may stand in the place of a number. */
  readonly words?: readonly string[]
  /** The range of a number. */
  readonly least?: number
  /** The end of that range, or the length of a text. */
  readonly most?: number
  /** The value of these words, or what is wrong with them. */
  parse(words: readonly string[]): AttributeValue | InvalidValue
}

export interface InvalidValue {
  problem: 'syntax' | 'value' | 'range' | 'length' | 'name'
}

export function isInvalidValue(value: AttributeValue | InvalidValue): value is InvalidValue {
  return typeof value === 'object' && 'fault' in value
}

/** An integer of a range, or one of the words that may stand in its place. */
export function integerType(least: number, most: number, ...words: readonly string[]): AttributeType {
  const alternatives = words.length > 0 ? `, or ${words.join(' or ')}` : ''
  return {
    description: `an integer from ${least} to ${most}${alternatives}`,
    comparison: 'number',
    words,
    least,
    most,
    parse: single((word) => {
      const upper = word.toUpperCase()
      if (words.includes(upper)) return upper
      if (!/^[+-]?\d{1,20}$/.test(word)) return { problem: 'value' }
      const number = Number(word)
      return number < least || number > most ? { problem: 'range' } : number
    }),
  }
}

/** One of a few words, in any case. */
export function choiceType(...words: readonly string[]): AttributeType {
  return {
    description: `one of ${words.join(', ')}`,
    comparison: 'word',
    words,
    parse: single((word) => (words.includes(word.toUpperCase()) ? word.toUpperCase() : { problem: 'value' })),
  }
}

/** Displayable text of at most so many characters; blanks at its end do not count and are not kept. */
export function textType(most: number): AttributeType {
  return {
    description: `text of at most ${most} displayable characters`,
    comparison: 'text',
    most,
    parse: single((word) => {
      const kept = word.trimEnd()
      if (/[\0-\x1f\x7f]/.test(kept)) return { problem: 'value' } // it would pass for a line of the answer
      return kept.length > most ? { problem: 'length' } : kept
    }),
  }
}

/** Text that is never shown again. */
export function secretType(most: number): AttributeType {
  return { ...textType(most), secret: true }
}

/** The name of an object, or blank. */
export function nameType(most = 48): AttributeType {
  return {
    description: `a name of at most ${most} characters (letters, digits and . / _ %), or blank`,
    comparison: 'text',
    most,
    parse: single((word) => {
      const kept = word.trimEnd()
      return kept === '' ? kept : (findNameProblem(kept, most) ?? kept)
    }),
  }
}

/** A generic name, or blank: an attribute that selects objects may select none. */
export function genericNameOrBlankType(most = 48): AttributeType {
  const generic = genericNameType(most)
  return {
    ...generic,
    description: `${generic.description}, or blank`,
    parse: (words) => (words.length === 1 && words[0]?.trim() === '' ? '' : generic.parse(words)),
  }
}

/** A name that may end in an asterisk, or a lone asterisk. */
export function genericNameType(most = 48): AttributeType {
  return {
    description: `a name of at most ${most} characters that may end in *`,
    comparison: 'text',
    parse: single((word) => findNameProblem(word.endsWith('*') ? word.slice(0, -1) : word, most) ?? word),
  }
}

/** An even number of hexadecimal digits, kept in upper case, or blank. */
export function hexType(most: number): AttributeType {
  return {
    description: `at most ${most} hexadecimal digits`,
    comparison: 'text',
    parse: single((word) => {
      const kept = word.trimEnd()
      if (kept.length > most) return { problem: 'length' }
      return /^(?:[0-9a-f]{2})*$/i.test(kept) ? kept.toUpperCase() : { problem: 'value' }
    }),
  }
}

/** Up to so many values of one type. */
export function listType(item: AttributeType, most: number): AttributeType {
  return {
    description: `a list of at most ${most} items, each ${item.description}`,
    comparison: 'list',
    parse(words) {
      if (words.length > most) return { problem: 'range' }
      const items: string[] = []
      for (const word of words) {
        const value = item.parse([word])
        if (isInvalidValue(value)) return value
        if (value !== '') items.push(String(value))
      }
      return items
    },
  }
}

/**
 * One text or several, which with commas between them have at most `total` characters: the exits of a channel. One text
 * and no text stay text, as the queue manager reports them; several become a list.
 */
export function textOrListType(item: AttributeType, total: number): AttributeType {
  return {
    description: `one or several of ${item.description}, ${total} characters in all with a comma between them`,
    comparison: 'list',
    parse(words) {
      const items: string[] = []
      for (const word of words) {
        for (const part of word.split(',')) {
          const value = item.parse([part.trim()])
          if (isInvalidValue(value)) return value
        }
        if (word.trim() !== '') items.push(word.trimEnd())
      }
      if (items.join(',').length > total) return { problem: 'length' }
      return items.length > 1 ? items : (items[0] ?? '')
    },
  }
}

/** A pair of bare words: `SHARE` and `NOSHARE`. */
export const flagPairType: AttributeType = { ...choiceType('YES', 'NO'), flag: 'pair' }

/** A bare word that is there or not: `FORCE`. */
export const singleFlagType: AttributeType = { ...choiceType('YES', 'NO'), flag: 'single' }

/** What is wrong with an object's name; undefined when nothing is. */
export function findNameProblem(word: string, most: number): InvalidValue | undefined {
  if (word.length > most) return { problem: 'length' }
  return /^[A-Za-z0-9./_%]*$/.test(word) ? undefined : { problem: 'name' }
}

function single(read: (word: string) => AttributeValue | InvalidValue): AttributeType['parse'] {
  return (words) => (words.length === 1 ? read(words[0] as string) : { problem: 'syntax' })
}
