/** Splits a condition into tokens. */

export type ConditionToken =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'name'; value: string }
  | { kind: 'function'; value: string }
  | { kind: 'sign'; value: string }

const pattern =
  /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?\d+(?:\.\d+)?)|\$\(([^()]+)\)|\$([A-Za-z]+)(?=\()|([A-Za-z_][\w.-]*)|(===|!==|==|!=|<=|>=|&&|\|\||[=<>!(),]))/y

/** Returns the tokens of a text; undefined when a part of it is not a token. */
export function tokenizeCondition(text: string): ConditionToken[] | undefined {
  const tokens: ConditionToken[] = []
  pattern.lastIndex = 0
  let end = 0
  while (text.slice(end).trim() !== '') {
    const match = pattern.exec(text)
    if (!match) return undefined
    tokens.push(tokenOf(match))
    end = pattern.lastIndex
  }
  return tokens
}

function tokenOf([, double, single, number, variable, call, name, sign]: RegExpExecArray): ConditionToken {
  const text = double ?? single
  if (text !== undefined) return { kind: 'text', value: text.replace(/\\(.)/g, '$1') }
  if (number !== undefined) return { kind: 'number', value: Number(number) }
  if (call !== undefined) return { kind: 'function', value: call }
  if (sign !== undefined) return { kind: 'sign', value: sign }
  return { kind: 'name', value: (variable ?? name ?? '').trim() }
}
