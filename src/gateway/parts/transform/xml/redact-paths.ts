/** Paths to fields: names of JSONata (`$.a.b`, `**.password`, `items[0].code`) and XPath (`/a/b`, `//password`). */

/** One step of a path. */
export interface PathStep {
  /** The name of a member or an element; `*` for all. */
  name: string
  /** Whether the step may be at any depth. */
  isDeep: boolean
  /** The element of a list; undefined for all. */
  index?: number | undefined
}

const jsonataStep = /^(?:(\*\*)|(\*)|`([^`]+)`|"([^"]+)"|'([^']+)'|([^.[\](){}$<>=&+,;`"'*\s]+))(?:\[(\d*)\])?(?:\.|$)/
const xpathStep =
  /^(\/{1,2})(?:\*\[(?:@name|local-name\(\))\s*=\s*['"]([^'"]+)['"]\]|[\w-]+:[\w-]+\[@name\s*=\s*['"]([^'"]+)['"]\]|(@?[\w.*-]+(?::[\w.-]+)?))(?:\[(\d+)\])?/

/** Returns the steps of a path; undefined when it uses more of its language than names of fields. */
export function parseFieldPath(text: string): PathStep[] | undefined {
  const [, xpath] = /^xpath\(\s*\$\s*,\s*['"](\/[^'"]*)['"]\s*\)$/.exec(text) ?? []
  if (xpath !== undefined) return parseXpath(xpath)
  return text.startsWith('/') ? parseXpath(text) : parseJsonata(text.replace(/^\$(?:\.|$)/, ''))
}

function parseJsonata(text: string): PathStep[] | undefined {
  const steps: PathStep[] = []
  let rest = text
  let isDeep = false
  while (rest !== '') {
    const match = jsonataStep.exec(rest)
    if (!match) return undefined
    const [whole, deep, any, tick, double, single, plain, index] = match
    rest = rest.slice(whole.length)
    if (deep) {
      isDeep = true
      if (rest === '') steps.push({ name: '*', isDeep })
      continue
    }
    steps.push({
      name: any ?? tick ?? double ?? single ?? plain ?? '',
      isDeep,
      index: index ? Number(index) : undefined,
    })
    isDeep = false
  }
  return steps.length > 0 ? steps : undefined
}

function parseXpath(text: string): PathStep[] | undefined {
  const steps: PathStep[] = []
  let rest = text.replace(/\/text\(\)$/, '')
  while (rest !== '') {
    const match = xpathStep.exec(rest)
    if (!match) return undefined
    const [whole, slashes, byName, byType, name = '', index] = match
    rest = rest.slice(whole.length)
    const plain = byName ?? byType ?? name.replace(/^(@?).*:/, '$1')
    steps.push({ name: plain, isDeep: slashes === '//', index: index ? Number(index) - 1 : undefined })
  }
  return steps.length > 0 ? steps : undefined
}
