/** Translates the texts that users read. The catalogue test finds each call, so the text is always a literal. */
import { findTranslation, locale } from './language.ts'
import { type MessagePart, type MessageValues, parseMessage, renderParts } from './message-format.ts'

const parsed = new Map<string, readonly MessagePart[]>()

/**
 * Returns a text in the language of the page: `t('Delete {name}', { name })`. Numbers are formatted for the locale.
 * `context` separates meanings that one English text has: `t('Put', {}, 'count')`.
 */
export function t(text: string, values?: MessageValues, context?: string): string {
  const translated = translate(text, context)
  return values === undefined || !translated.includes('{')
    ? translated
    : renderParts(parse(translated), values, locale).join('')
}

/** Returns the parts of a text whose values are elements, for use in JSX. */
export function splitText(text: string, values: MessageValues): unknown[] {
  return renderParts(parse(translate(text)), values, locale)
}

function translate(text: string, context?: string): string {
  return findTranslation(context === undefined ? text : `${text}|${context}`) ?? text
}

function parse(text: string): readonly MessagePart[] {
  const known = parsed.get(text) ?? parseMessage(text)
  parsed.set(text, known)
  return known
}
