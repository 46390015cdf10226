/**
 * What an attribute can hold, and how the words of a command become such a value.
 *
 * Words arrive with their quotes gone and, where nothing was quoted in MQSC text, in upper case.
 */
import type { AttributeValue } from '../types.ts'

export interface ValueType {
  /** Ends the sentence "MAXDEPTH takes …". */
  readonly takes: string
  /** How WHERE compares such values. */
  readonly order: 'number' | 'word' | 'text' | 'list'
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
  read(words: readonly string[]): AttributeValue | Fault
}

export interface Fault {
  fault: 'syntax' | 'value' | 'range' | 'length' | 'name'
}

export function isFault(value: AttributeValue | Fault): value is Fault {
  return typeof value === 'object' && 'fault' in value
}

/** An integer of a range, or one of the words that may stand in its place. */
export function integer(least: number, most: number, ...words: readonly string[]): ValueType {
  const alternatives = words.length > 0 ? `, or ${words.join(' or ')}` : ''
  return {
    takes: `an integer from ${least} to ${most}${alternatives}`,
    order: 'number',
    words,
    least,
    most,
    read: single((word) => {
      const upper = word.toUpperCase()
      if (words.includes(upper)) return upper
      if (!/^[+-]?\d{1,20}$/.test(word)) return { fault: 'value' }
      const number = Number(word)
      return number < least || number > most ? { fault: 'range' } : number
    }),
  }
}

/** One of a few words, in any case. */
export function choice(...words: readonly string[]): ValueType {
  return {
    takes: `one of ${words.join(', ')}`,
    order: 'word',
    words,
    read: single((word) => (words.includes(word.toUpperCase()) ? word.toUpperCase() : { fault: 'value' })),
  }
}

/** Displayable text of at most so many characters; blanks at its end do not count and are not kept. */
export function text(most: number): ValueType {
  return {
    takes: `text of at most ${most} displayable characters`,
    order: 'text',
    most,
    read: single((word) => {
      const kept = word.trimEnd()
      if (/[\0-\x1f\x7f]/.test(kept)) return { fault: 'value' } // it would pass for a line of the answer
      return kept.length > most ? { fault: 'length' } : kept
    }),
  }
}

/** Text that is never shown again. */
export function secret(most: number): ValueType {
  return { ...text(most), secret: true }
}

/** The name of an object, or blank. */
export function name(most = 48): ValueType {
  return {
    takes: `a name of at most ${most} characters (letters, digits and . / _ %), or blank`,
    order: 'text',
    most,
    read: single((word) => {
      const kept = word.trimEnd()
      return kept === '' ? kept : (nameFault(kept, most) ?? kept)
    }),
  }
}

/** A generic name, or blank: an attribute that selects objects may select none. */
export function genericNameOrBlank(most = 48): ValueType {
  const generic = genericName(most)
  return {
    ...generic,
    takes: `${generic.takes}, or blank`,
    read: (words) => (words.length === 1 && words[0]?.trim() === '' ? '' : generic.read(words)),
  }
}

/** A name that may end in an asterisk, or a lone asterisk. */
export function genericName(most = 48): ValueType {
  return {
    takes: `a name of at most ${most} characters that may end in *`,
    order: 'text',
    read: single((word) => nameFault(word.endsWith('*') ? word.slice(0, -1) : word, most) ?? word),
  }
}

/** An even number of hexadecimal digits, kept in upper case, or blank. */
export function hex(most: number): ValueType {
  return {
    takes: `at most ${most} hexadecimal digits`,
    order: 'text',
    read: single((word) => {
      const kept = word.trimEnd()
      if (kept.length > most) return { fault: 'length' }
      return /^(?:[0-9a-f]{2})*$/i.test(kept) ? kept.toUpperCase() : { fault: 'value' }
    }),
  }
}

/** Up to so many values of one type. */
export function list(item: ValueType, most: number): ValueType {
  return {
    takes: `a list of at most ${most} items, each ${item.takes}`,
    order: 'list',
    read(words) {
      if (words.length > most) return { fault: 'range' }
      const items: string[] = []
      for (const word of words) {
        const value = item.read([word])
        if (isFault(value)) return value
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
export function textOrList(item: ValueType, total: number): ValueType {
  return {
    takes: `one or several of ${item.takes}, ${total} characters in all with a comma between them`,
    order: 'list',
    read(words) {
      const items: string[] = []
      for (const word of words) {
        for (const part of word.split(',')) {
          const value = item.read([part.trim()])
          if (isFault(value)) return value
        }
        if (word.trim() !== '') items.push(word.trimEnd())
      }
      if (items.join(',').length > total) return { fault: 'length' }
      return items.length > 1 ? items : (items[0] ?? '')
    },
  }
}

/** A pair of bare words: `SHARE` and `NOSHARE`. */
export const flag: ValueType = { ...choice('YES', 'NO'), flag: 'pair' }

/** A bare word that is there or not: `FORCE`. */
export const mark: ValueType = { ...choice('YES', 'NO'), flag: 'single' }

/** What is wrong with an object's name; undefined when nothing is. */
export function nameFault(word: string, most: number): Fault | undefined {
  if (word.length > most) return { fault: 'length' }
  return /^[A-Za-z0-9./_%]*$/.test(word) ? undefined : { fault: 'name' }
}

function single(read: (word: string) => AttributeValue | Fault): ValueType['read'] {
  return (words) => (words.length === 1 ? read(words[0] as string) : { fault: 'syntax' })
}
