/** `context`: the variables of the call, its request and its message. */
const { host, Headers, Body, Message } = guest

/** Splits `a.b['c d'].[0]` into its names. */
function splitName(name) {
  if (typeof name === 'string' && !name.includes('[')) return name.split('.')
  return (
    String(name)
      .match(/[^.[\]'"]+|\['[^']*'\]|\["[^"]*"\]/g)
      ?.map((part) => part.replace(/^\[?['"]?|['"]?\]?$/g, '')) || []
  )
}

/** Starts a call. */
guest.begin = (input) => {
  const state = { touched: new Set(), rejection: undefined, changed: new Set(), cleared: new Set(), status: undefined }
  guest.state = state
  guest.input = input
  guest.variables = input.variables
  guest.message = new Message(
    new Headers(input.names, input.values, input.lower, (name) => state.touched.add(name)),
    new Body('body', input.isParsed),
    input.status,
    (code = state.status, reason) => Object.assign(state, { status: code, reason }),
    input.reason,
  )
  request = undefined
}

let request
const others = {}

/** Returns the message with the name; undefined when there is none. */
guest.findMessage = (name) => {
  if (name === 'message') return guest.message
  if (name === 'request') {
    request ??= buildRequest(guest.input.request)
    return request
  }
  return Object.hasOwn(others, name) ? others[name] : undefined
}

function buildRequest({ headers, verb, uri, path, search, parameters }) {
  const names = Object.keys(headers)
  const made = new Message(new Headers(names, Object.values(headers).map(String), names), new Body('requestBody'), 0)
  const { authorization, 'content-type': contentType } = headers
  return Object.assign(made, {
    verb,
    method: verb,
    uri,
    path,
    search,
    querystring: search.slice(1),
    authorization,
    contentType,
    parameters,
  })
}

/** @param message @param {any[]} path @param isLenient whether JSON that nothing has parsed has members */
function findInMessage(message, [part, ...rest], isLenient) {
  const readBody = () => (isLenient ? message.body.value() : message.body.content(message.header.get('content-type')))
  if (part === 'attachments') return dig(guest.readParts(message)?.slice(1), rest)
  const parts = part === undefined ? guest.readParts(message) : undefined
  if (parts)
    return {
      ...parts[0],
      package: { headers: message.headers },
      status: { code: message.code, reason: message.reason },
      attachments: parts.slice(1),
    }
  if (part === undefined)
    return { headers: message.headers, status: { code: message.code, reason: message.reason }, body: readBody() }
  if (part === 'headers') return rest.length > 0 ? message.header.get(rest.join('.')) : message.headers
  if (part === 'body') return dig(readBody(), rest)
  if (part === 'status') return rest[0] === 'reason' ? message.reasonPhrase : message.code
  if (part === 'statusCode') return message.code
  return undefined
}

function findInRequest(request, path, isLenient) {
  const [part, ...rest] = path
  if (part === undefined)
    return {
      ...findInMessage(request, [], isLenient),
      verb: request.verb,
      uri: request.uri,
      path: request.path,
      search: request.search,
      parameters: request.parameters,
    }
  if (part === 'headers' || part === 'body' || part === 'attachments') return findInMessage(request, path, isLenient)
  if (part === 'content-type') return request.contentType
  if (part === 'parameters') return dig(request.parameters, rest)
  return dig(request[part], rest)
}

function dig(value, names, isLenient) {
  let found = value
  for (const [index, written] of names.entries()) {
    if (isLenient && names[index - 1] === 'body') found = guest.parseIfText(found)
    if (found === undefined || found === null || typeof found !== 'object') return undefined
    const isHeader = names[index - 1] === 'headers' && !Object.hasOwn(found, written)
    const isSame = (each) => each.toLowerCase() === written.toLowerCase()
    const name = isHeader ? Object.keys(found).find(isSame) : written
    found = Object.hasOwn(found, name) ? found[name] : undefined
  }
  return found
}

guest.get = (name) => find(name, false)

/** Returns what templates and maps read: members also of JSON that nothing has parsed. */
guest.read = (name) => find(name, true)

function find(name, isLenient) {
  const { variables, input } = guest
  if (Object.hasOwn(variables, name)) return variables[name]
  if (Object.hasOwn(input.known, name)) return input.known[name]
  const path = splitName(name)
  const [first, ...rest] = path
  if (first === 'request') return findInRequest(guest.findMessage('request'), rest, isLenient)
  const message = guest.findMessage(first)
  if (message) return findInMessage(message, rest, isLenient)
  for (let length = path.length - 1; length > 0; length -= 1) {
    const start = path.slice(0, length).join('.')
    if (Object.hasOwn(variables, start)) return dig(variables[start], path.slice(length), isLenient)
  }
  const all = { ...guest.properties, ...input.known, ...variables }
  const below = Object.keys(all).filter((each) => each.startsWith(`${name}.`))
  if (below.length > 0) return guest.nest(below.map((each) => [each.slice(name.length + 1), all[each]]))
  const property = name.startsWith('api.properties.') ? name.slice('api.properties.'.length) : name
  return Object.hasOwn(guest.properties, property) ? guest.properties[property] : undefined
}

/** Returns an object of names with dots and their values; a name with members has no value of its own. */
guest.nest = (entries) => {
  const whole = {}
  for (const [name, value] of entries) {
    const path = splitName(name)
    const last = path.pop()
    let at = whole
    for (const part of path) {
      if (at[part] === null || typeof at[part] !== 'object') at[part] = {}
      at = at[part]
    }
    if (value === null || typeof value === 'object' || typeof at[last] !== 'object') at[last] = value
  }
  return whole
}

/** The variables that only the gateway sets. */
const readOnly = /^(?:request|system|session)(?:\.|$)/

guest.set = (name, value) => {
  const [first, part, ...rest] = splitName(name)
  if (readOnly.test(name)) throw new TypeError(`"${name}" cannot be changed: request, system and session are read-only`)
  const message = guest.findMessage(first)
  if (!message) {
    guest.variables[name] = value === undefined ? null : value
    guest.state.changed.add(name)
  } else if (part === 'headers' && rest.length > 0) message.header.set(rest.join('.'), value)
  else if (part === 'headers') message.header.set(value)
  else if (part === 'body') message.body.write(rest.length > 0 ? replaceIn(message.body.value(), rest, value) : value)
  else if (part === 'attachments' && rest.length > 0) guest.writeAttachment(message, Number(rest[0]), value)
  else if (part === 'status' && rest[0] === 'reason') message.reasonPhrase = value
  else if (part === 'status' || part === 'statusCode') message.statusCode = value
  else
    throw new TypeError(
      `"${name}" cannot be changed; ${first}.headers.NAME, ${first}.body and ${first}.status.code can`,
    )
}

function replaceIn(value, names, replacement) {
  const whole = value !== null && typeof value === 'object' ? value : {}
  let at = whole
  for (const name of names.slice(0, -1)) {
    if (!Object.hasOwn(at, name)) at[name] = {}
    at = at[name]
  }
  at[names.at(-1)] = replacement
  return whole
}

guest.clear = (name) => {
  const [first, part, ...rest] = splitName(name)
  const message = guest.findMessage(first)
  if (message && part === 'headers') message.header.remove(rest.join('.'))
  else if (message && part === 'body') message.body.write('')
  else if (message && part === 'attachments') guest.dropAttachments(message)
  else if (message) throw new Error(`"${name}" cannot be cleared`)
  else {
    for (const each of Object.keys(guest.variables))
      if (each === name || each.startsWith(`${name}.`)) {
        delete guest.variables[each]
        guest.state.cleared.add(each)
      }
  }
}

guest.reject = (name, text, status, reason) => {
  guest.state.rejection = {
    name: String(name || 'RuntimeError'),
    text: text === undefined ? undefined : String(text),
    status,
    reason,
  }
}

/** Returns the message with the name, also one that an earlier step has left as a variable: the output of `invoke`. */
guest.getMessage = (name) => {
  const known = guest.findMessage(name)
  const value = known ? undefined : guest.variables[name]
  if (value === null || typeof value !== 'object' || !('body' in value || 'headers' in value)) return known
  const made = guest.createMessage(name)
  made.header.set(value.headers || {})
  made.code = value.status?.code ?? made.code
  made.body.write(value.body)
  return made
}

/** Returns the messages that the script has made or changed, as values of variables. */
guest.listMessages = () =>
  Object.entries(others).map(([name, made]) => {
    const headers = Object.fromEntries(made.header.lower.map((each) => [each, made.header.get(each)]))
    return [
      name,
      {
        status: { code: made.code, reason: '' },
        headers,
        body: made.body.isJson ? made.body.value() : made.body.text(),
      },
    ]
  })

guest.createMessage = (name, from) => {
  if (name === 'message' || name === 'request') throw new Error(`"${name}" exists already`)
  const made = new Message(new Headers([], [], [], () => {}), new Body(undefined), 200)
  if (from) {
    made.header.set(from.headers)
    made.body.write(from.body.bytes())
  }
  others[name] = made
  return made
}

globalThis.context = {
  get: guest.get,
  set: guest.set,
  clear: guest.clear,
  reject: (name, text) => guest.reject(name, text),
  createMessage: guest.createMessage,
  getMessage: guest.getMessage,
  getVariable: guest.get,
  setVariable: guest.set,
  get message() {
    return guest.message
  },
  get request() {
    return guest.findMessage('request')
  },
}

const log =
  (level) =>
  (...values) => {
    if (guest.input.isDebugged || level !== 'debug') host('log', level, guest.format(...values))
  }
const levels = {
  emerg: 'error',
  alert: 'error',
  critical: 'error',
  error: 'error',
  warning: 'warn',
  warn: 'warn',
  notice: 'info',
  info: 'info',
  log: 'info',
  debug: 'debug',
  trace: 'debug',
}
globalThis.console = { dir: (value) => log('info')(value), options: () => globalThis.console }
for (const name of Object.keys(levels)) globalThis.console[name] = log(levels[name])
