/** The rules for object names. */
import { t } from '../../../../../shared/ui/text/t.ts'

const maxLengths: Readonly<Record<string, number>> = { channel: 20, clntconn: 20, sub: 10_240 }
const defaultMaxLength = 48

/** Returns the rule as help text. */
export function describeNameRule(kind: string): string {
  if (kind === 'sub') return t('Any text. Upper and lower case differ.')
  return t('At most {most} letters, digits and . / _ %. Upper and lower case differ.', {
    most: maxLengths[kind] ?? defaultMaxLength,
  })
}

/** Returns why a name is invalid, or undefined if it is valid or empty. */
export function findNameError(kind: string, name: string): string | undefined {
  const most = maxLengths[kind] ?? defaultMaxLength
  if (name.length > most) return t('The name is longer than {most} characters.', { most })
  if (kind !== 'sub' && /[^A-Za-z0-9./_%]/.test(name)) return t('Only letters, digits and . / _ % can be in a name.')
  return undefined
}
