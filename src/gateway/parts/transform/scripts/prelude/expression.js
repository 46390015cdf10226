/** What the expressions of conditions and of `extract` see of a call, and what they do with it. */
/** Returns an object of values whose names have dots: `client.app.id`. */
const nest = (values) =>
  guest.nest(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value?.body === 'string' ? { ...value, body: guest.parseIfJson(value.body) } : value,
    ]),
  )

const lowerNames = (headers) =>
  Object.fromEntries(
    Object.keys(headers).flatMap((name) => [
      [name, headers[name]],
      [name.toLowerCase(), headers[name]],
    ]),
  )

/** Returns the variables of the call as one object. */
function scope() {
  const { properties, input, variables } = guest
  const request = guest.read('request')
  const message = guest.read('message')
  const parameters = Object.fromEntries(
    Object.entries(request.parameters || {}).map(([name, { values }]) => [name, values[0]]),
  )
  const whole = nest({ ...properties, ...input.known, ...variables })
  if (whole.error?.status) whole.error.status.code = Number(whole.error.status.code) // conditions compare numbers
  return Object.assign(whole, {
    request: { ...whole.request, ...request, parameters },
    message: { ...message, headers: lowerNames(message.headers) },
  })
}

/** Returns the text at a path in XML, the texts of several elements, or undefined. */
function selectTexts(value, path) {
  const { XML } = guest
  if (value === undefined) return undefined
  const nodes = XML.select(path, XML.isNode(value) ? value : XML.parse(guest.toBody(value)))
  return nodes.length > 1 ? nodes.map((each) => each.textContent) : nodes[0]?.textContent
}

function assignFunctions(compiled) {
  const { known } = guest.input
  compiled.registerFunction('header', (name) => guest.message.header.get(name))
  for (const name of ['queryParameter', 'urlParameter'])
    compiled.registerFunction(name, (parameter) => scope().request.parameters[parameter])
  compiled.registerFunction('xpath', selectTexts)
  for (const name of Object.keys(known))
    if (name.startsWith('$')) compiled.registerFunction(name.slice(1), () => known[name])
}

/** @param steps the rest of a path, `{ name, isDeep, index }` */
async function replace(value, steps, transform) {
  if (steps.length === 0) return await transform(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    for (const at of value.keys()) value[at] = await replace(value[at], steps, transform)
    return value
  }
  const [{ name, isDeep, index }, ...rest] = steps
  for (const key of Object.keys(value)) {
    if (name !== '*' && key !== name) {
      if (isDeep) value[key] = await replace(value[key], steps, transform)
    } else if (index !== undefined && Array.isArray(value[key])) {
      if (index < value[key].length) value[key][index] = await replace(value[key][index], rest, transform)
    } else value[key] = await replace(value[key], rest, transform)
  }
  return value
}

/** Errors of the library are no `Error`, and have no text of their own. */
async function evaluate(compiled, input) {
  try {
    return await compiled.evaluate(input)
  } catch (error) {
    throw new Error(error.message)
  }
}

guest.expression = {
  scope,
  read: guest.read,
  /** Sets the variable `holds` to whether a condition in JSONata is true. */
  async decide(compiled) {
    assignFunctions(compiled)
    guest.set('holds', (await evaluate(compiled, scope())) === true)
  },
  /** Replaces the values at the paths by what the expressions make of them. */
  async extract(root, paths, expressions) {
    const text = root === 'message.body' ? guest.message.body.text() : undefined
    let value = text ? guest.parseExactly(text) : guest.parseIfText(guest.read(root))
    if (value === undefined) return
    if (typeof value !== 'object') throw new Error(`${root} is not JSON`)
    for (const [at, compiled] of expressions.entries())
      value = await replace(value, paths[at], (found) => evaluate(compiled, guest.roundNumbers(found)))
    guest.set(root, value)
  },
}
