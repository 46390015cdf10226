/** The types of attribute values, which parse the words of a command. Unquoted words are in upper case. */
import type { AttributeValue } from '../../types/connection.ts'

export interface AttributeType {
  /** Completes the sentence "MAXDEPTH takes …". */
  readonly description: string
  /** How WHERE compares values of this type. */
  readonly comparison: 'number' | 'word' | 'text' | 'list'
  /** Set for attributes that are words in MQSC, with value `YES` or `NO`; a `pair` has a word for `NO` (`NOSHARE`). */
  readonly flag?: 'single' | 'pair'
  /** Whether DISPLAY shows asterisks for a value that is set. */
  readonly secret?: true
  /** The type of the items of a list. */
  readonly item?: AttributeType
  /** The words of a choice, or the words that may replace a number. Forms show them. */
  readonly words?: readonly string[]
  /** The minimum of a number. */
  readonly least?: number
  /** The maximum of a number, or the maximum length of a text. */
  readonly most?: number
  /** Parses the words of a command. Returns the value, or an `InvalidValue` with the problem. */
  parse(words: readonly string[]): AttributeValue | InvalidValue
}

export type InvalidValue = { problem: 'syntax' | 'value' | 'range' | 'length' | 'name' }

export function isInvalidValue(value: AttributeValue | InvalidValue): value is InvalidValue {
  return typeof value === 'object' && 'problem' in value
}

/** Returns the type of integers in a range. `words` may replace the number. */
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

/** Returns the type of a choice of words, in any case. */
export function choiceType(...words: readonly string[]): AttributeType {
  return {
    description: `one of ${words.join(', ')}`,
    comparison: 'word',
    words,
    parse: single((word) => (words.includes(word.toUpperCase()) ? word.toUpperCase() : { problem: 'value' })),
  }
}

/** Returns the type of displayable text with a maximum length. Trailing blanks are removed. */
export function textType(most: number): AttributeType {
  return {
    description: `text of at most ${most} displayable characters`,
    comparison: 'text',
    most,
    parse: single((word) => {
      const kept = word.trimEnd()
      if (/[\0-\x1f\x7f]/.test(kept)) return { problem: 'value' } // a control character could forge a line of the output
      return kept.length > most ? { problem: 'length' } : kept
    }),
  }
}

/** Returns the type of the path of a key repository. CMS key databases have a format that only IBM's programs read. */
export function keyRepositoryType(most: number): AttributeType {
  const text = textType(most)
  return {
    ...text,
    description: `the path of a .p12 file, or FOLDER/key for PEM files in that folder; a .kdb file cannot be read: convert it to .p12`,
    parse: (words) => (/\.kdb\s*$/i.test(words[0] ?? '') ? { problem: 'value' } : text.parse(words)),
  }
}

/** Returns the type of text that DISPLAY never shows. */
export function secretType(most: number): AttributeType {
  return { ...textType(most), secret: true }
}

/** Returns the type of object names, which may be blank. */
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

/** Returns the type of generic names that may be blank. */
export function genericNameOrBlankType(most = 48): AttributeType {
  const generic = genericNameType(most)
  return {
    ...generic,
    description: `${generic.description}, or blank`,
    parse: (words) => (words.length === 1 && words[0]?.trim() === '' ? '' : generic.parse(words)),
  }
}

/** Returns the type of names that may end in an asterisk. */
export function genericNameType(most = 48): AttributeType {
  return {
    description: `a name of at most ${most} characters that may end in *`,
    comparison: 'text',
    parse: single((word) => findNameProblem(word.endsWith('*') ? word.slice(0, -1) : word, most) ?? word),
  }
}

/** Returns the type of an even number of hexadecimal digits in upper case, or blank. */
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

/** Returns the type of a list with up to `most` values of one type. */
export function listType(item: AttributeType, most: number): AttributeType {
  return {
    description: `a list of at most ${most} items, each ${item.description}`,
    comparison: 'list',
    item,
    parse(words) {
      if (words.length > most) return { problem: 'range' }
      const items: string[] = []
      for (const word of words.length > 0 ? words : ['']) {
        const value = item.parse([word])
        if (isInvalidValue(value)) return value
        if (value !== '') items.push(String(value))
      }
      return items
    },
  }
}

/** Returns the type of texts of at most `total` characters with commas, for channel exits. One stays a text. */
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

/** The type of flag pairs, such as `SHARE` and `NOSHARE`. */
export const flagPairType: AttributeType = { ...choiceType('YES', 'NO'), flag: 'pair' }

/** The type of single flags, such as `FORCE`. */
export const singleFlagType: AttributeType = { ...choiceType('YES', 'NO'), flag: 'single' }

/** Returns the problem of an object name, or undefined when the name is valid. */
function findNameProblem(word: string, most: number): InvalidValue | undefined {
  if (word.length > most) return { problem: 'length' }
  return /^[A-Za-z0-9./_%]*$/.test(word) ? undefined : { problem: 'name' }
}

function single(read: (word: string) => AttributeValue | InvalidValue): AttributeType['parse'] {
  return (words) => (words.length === 1 ? read(words[0] as string) : { problem: 'syntax' })
}
