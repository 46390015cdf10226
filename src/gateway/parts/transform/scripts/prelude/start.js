/** What the host calls: to start a script, to continue it, and to get its result. */
const { host } = guest
const parse = JSON.parse
const stringify = JSON.stringify
const isBytes = (value) => value instanceof Uint8Array

/** Returns the result of the script, or undefined when callbacks are left to run. */
function begin(script, text) {
  guest.begin(parse(text))
  const module = { exports: {} }
  script(guest.require, module, module.exports)
  return guest.countScheduled() + guest.countWaiting() > 0 ? undefined : finish()
}

/** Runs the next callback. Returns 1 when it has run one, 2 when requests are open, otherwise 0. */
function turn() {
  if (guest.runScheduled() === 1) return 1
  return guest.countWaiting() > 0 ? 2 : 0
}

function finish() {
  const { state, message, variables } = guest
  const { written } = message.body
  if (written !== undefined) host('result', typeof written === 'string' || isBytes(written) ? written : String(written))
  const { isJson, isParsed } = message.body
  const result = { hasBody: written !== undefined, isJson, isParsed }
  const { status, reason } = state
  Object.assign(result, { status, reason })
  if (state.rejection) result.rejection = state.rejection
  if (state.cleared.size > 0) result.cleared = [...state.cleared]
  if (state.touched.size > 0) {
    result.names = message.header.names
    result.values = message.header.values
    result.touched = [...state.touched]
  }
  const messages = guest.listMessages()
  if (state.changed.size > 0 || messages.length > 0) {
    result.variables = Object.fromEntries(messages)
    for (const name of state.changed)
      if (Object.hasOwn(variables, name)) result.variables[name] = toVariable(variables[name])
  }
  return stringify(result)
}

function toVariable(value) {
  if (isBytes(value)) return guest.Buffer.from(value).toString()
  return guest.XML.isNode(value) ? guest.XML.stringify(value) : value
}

guest.start = { begin, turn, finish, reply: guest.reply, setProperties: (text) => (guest.properties = parse(text)) }
