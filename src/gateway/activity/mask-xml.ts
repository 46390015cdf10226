/** Masks the elements and attributes of XML that have the names of secrets, with everything inside them. */
import { dropFromSecret, maskValue } from './mask-text.ts'
import { isSecretName, mask } from './secret-names.ts'

/** A comment, a CDATA section, an instruction, an end tag, a start tag with its attributes, or text. */
const part =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/([^\s<>/="']+)\s*>|<([^\s<>/="'!?]+)((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y
const attribute = /(?<![^\s=])([^\s=]+)(\s*=\s*)("[^"]*"|'[^']*')/g

interface OpenElement {
  name: string
  isSecret: boolean
  /** Whether its start tag is in the output. */
  isShown: boolean
}

/**
 * Returns the text with secrets masked, also one that is cut off. Where it is not well-formed, it is dropped from the
 * next name of a secret to the end.
 */
export function maskXml(text: string): string {
  const open: OpenElement[] = []
  let output = ''
  let at = 0
  const isInSecret = () => open.at(-1)?.isSecret === true

  while (at < text.length) {
    part.lastIndex = at
    const found = part.exec(text)
    if (!found) break
    const [whole, closed, opened, attributes = '', selfClosing] = found
    if (closed !== undefined) {
      if (open.at(-1)?.name !== closed) break
      if (open.pop()?.isShown) output += whole
    } else if (opened !== undefined) {
      const wasInSecret = isInSecret()
      const isSecret = wasInSecret || isSecretElement(opened, attributes)
      if (!wasInSecret) output += maskTag(opened, attributes, isSecret, selfClosing ?? '')
      if (selfClosing === '') {
        if (isSecret && !wasInSecret) output += mask
        open.push({ name: opened, isSecret, isShown: !wasInSecret })
      }
    } else if (!isInSecret()) {
      const namesSecret = isSecretName(whole)
      // A damaged comment or section may contain the start tag of a secret.
      if (namesSecret && whole.startsWith('<')) break
      output += maskValue(whole)
      // `<key>password</key><string>…`: what follows within the elements around it belongs to the name.
      if (namesSecret) for (const element of open.slice(-2)) element.isSecret = true
    }
    at += whole.length
  }
  if (at === text.length) return output
  return output + (isInSecret() ? mask : dropFromSecret(text.slice(at)))
}

/** `<field name="password">` is the element of a secret as well. */
function isSecretElement(name: string, attributes: string): boolean {
  if (isSecretName(name)) return true
  return [...attributes.matchAll(attribute)].some(
    ([, , , value = '']) => value.length < 100 && isSecretName(value),
  )
}

function maskTag(name: string, attributes: string, isSecret: boolean, selfClosing: string): string {
  const masked = attributes.replaceAll(attribute, (_, key: string, sign: string, quoted: string) => {
    const value = quoted.slice(1, -1)
    const isMasked = isSecret || isSecretName(key)
    return `${key}${sign}"${isMasked ? mask : maskValue(value).replaceAll('"', '&quot;')}"`
  })
  return `<${name}${masked}${selfClosing}>`
}
