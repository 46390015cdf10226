/** Scripts of the policy `javascript` of version 5: the variables of the call are names of the script. */
const namesOf = (value) => Object.keys(value ?? {})
const differs = (left, right) => JSON.stringify(left) !== JSON.stringify(right)
const copy = (value) => JSON.parse(JSON.stringify(value ?? null))

/** Runs a script, and takes over what it has changed. @param script a function of the object with the names */
guest.javascript = (script) => {
  const names = guest.expression.scope()
  const { headers } = names.message
  names.message.headers = Object.fromEntries(Object.entries(headers).filter(([name]) => name === name.toLowerCase()))
  const globals = new Set(namesOf(globalThis))
  const before = Object.fromEntries(namesOf(names).map((name) => [name, copy(names[name])]))

  const nameAt = (path, index) => (path[index - 1] === 'headers' ? path[index].toLowerCase() : path[index])
  const dig = (path) => path.reduce((found, _, index) => found?.[nameAt(path, index)], names)
  names.get = (name) => dig(String(name).split('.')) ?? guest.read(name)
  names.set = (name, value) => {
    const path = String(name).split('.')
    const holder = dig(path.slice(0, -1))
    if (path[0] !== 'message') guest.set(name, value)
    if (holder !== null && typeof holder === 'object') holder[nameAt(path, path.length - 1)] = value
  }
  script(names)
  takeMessage(names.message, before.message)
  const { get, set, request, message, ...others } = names
  for (const name of namesOf(others)) if (differs(others[name], before[name])) guest.set(name, others[name])
  for (const name of namesOf(globalThis)) if (!globals.has(name)) guest.set(name, globalThis[name])
}

function takeMessage(message, before) {
  for (const name of new Set([...namesOf(before.headers), ...namesOf(message.headers)])) {
    const value = message.headers?.[name]
    if (value === undefined) guest.clear(`message.headers.${name}`)
    else if (differs(value, before.headers[name])) guest.set(`message.headers.${name}`, value)
  }
  if (differs(message.body, before.body)) guest.set('message.body', message.body)
  for (const part of ['code', 'reason'])
    if (differs(message.status?.[part], before.status[part])) guest.set(`message.status.${part}`, message.status[part])
}
