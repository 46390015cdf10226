/** What `require` returns, and the globals `apim` and `session` of older scripts. */
const { host, Buffer } = guest

/** Lets `JSON.parse` and `String` find the text of a body that is an object here: older scripts take it for either. */
function withText(value, name) {
  if (!/^(?:message|request)\.body$/.test(name) || value === null || typeof value !== 'object') return value
  if (guest.XML.isNode(value) || value instanceof Uint8Array) return value
  return Object.defineProperty(value, 'toString', { value: () => JSON.stringify(value), configurable: true })
}

/** In version 5, a parameter is its value; later it has `locations` and `values`. */
function findVariable(name) {
  const value = withText(guest.read(name), name)
  return /^request\.parameters\.[^.]+$/.test(name) && value ? value.values[0] : value
}

/** The interface of version 5: `apim.getvariable`, `apim.error` and the like. */
const apim = {
  getvariable: findVariable,
  setvariable(name, value, action) {
    if (action === 'clear') guest.clear(name)
    else if (action === 'add' && name.startsWith('message.headers.'))
      guest.message.header.add(name.slice('message.headers.'.length), value)
    else guest.set(name, value)
  },
  addvariable: (name, value) => apim.setvariable(name, value, 'add'),
  clearvariable: (name) => guest.clear(name),
  getContext: (name) => (name === undefined ? undefined : findVariable(name)),
  setContext: (name, value) => guest.set(name, value),
  getPolicyProperty: (name) => guest.get(name === undefined ? 'local.parameter' : `local.parameter.${name}`),
  output: (type) => guest.message.header.set('Content-Type', type),
  error: (name, status, reason, text) => guest.reject(name, text === undefined ? reason : text, Number(status), reason),
  getError: () => ({
    name: guest.get('error.name'),
    message: guest.get('error.message'),
    status: { code: guest.get('error.status.code'), reason: guest.get('error.status.reason') },
  }),
  readInput: (callback) => guest.message.body.readAsBuffer(callback),
  readInputAsBuffer: (callback) => guest.message.body.readAsBuffer(callback),
  readInputAsBuffers: (callback) => guest.message.body.readAsBuffers(callback),
  readInputAsJSON: (callback) => guest.message.body.readAsJSON(callback),
  readInputAsXML: (callback) => guest.message.body.readAsXML(callback),
  payloadToString: (value) => guest.format(value),
}
apim.getVariable = apim.getvariable
apim.setVariable = apim.setvariable
apim.console = globalThis.console
globalThis.apim = apim

/** A view of a message as a context of `session`. */
const contextOf = (find) => {
  const view = {
    getVariable: (name) => guest.get(name),
    setVar: guest.set,
    getVar: guest.get,
    setVariable: (name, value) => guest.set(name, value),
    write: (value) => find().body.write(value),
  }
  for (const name of ['readAsBuffer', 'readAsBuffers', 'readAsString', 'readAsJSON', 'readAsXML'])
    view[name] = (callback) => find().body[name](callback)
  return view
}
const named = new Map()
const namedContext = (name) => {
  if (!named.has(name))
    named.set(
      name,
      contextOf(() => guest.findMessage(name) || guest.createMessage(name)),
    )
  return named.get(name)
}
globalThis.session = {
  input: contextOf(() => guest.message),
  output: contextOf(() => guest.message),
  INPUT: contextOf(() => guest.findMessage('request')),
  name: namedContext,
  createContext: namedContext,
  parameters: {},
  reject: (text) => guest.reject('RuntimeError', text),
  get clientAddress() {
    return guest.get('client.address')
  },
}

const headerView = (find, statusOf) => ({
  get: (...names) => find().get(names.length > 1 ? names : names[0]),
  set: (name, value) => find().set(name, value),
  remove(...names) {
    for (const name of names.flat()) find().remove(name)
  },
  get headers() {
    return find().headers
  },
  get statusCode() {
    return statusOf().statusCode
  },
  set statusCode(value) {
    statusOf().statusCode = value
  },
  get reasonPhrase() {
    return statusOf().reasonPhrase
  },
  set reasonPhrase(value) {
    statusOf().reasonPhrase = value
  },
})
const current = headerView(
  () => guest.message.header,
  () => guest.message,
)
const original = headerView(
  () => guest.findMessage('request').header,
  () => guest.findMessage('request'),
)

const isType = (name) => (value) => typeof value === name
const util = {
  format: guest.format,
  inspect: guest.inspect,
  isArray: Array.isArray,
  isString: isType('string'),
  isNumber: isType('number'),
  isBoolean: isType('boolean'),
  isFunction: isType('function'),
  isUndefined: isType('undefined'),
  isNull: (value) => value === null,
  isNullOrUndefined: (value) => value === null || value === undefined,
  isObject: (value) => value !== null && typeof value === 'object',
  isDate: (value) => value instanceof Date,
  isRegExp: (value) => value instanceof RegExp,
  isError: (value) => value instanceof Error,
  isBuffer: (value) => value instanceof Buffer,
  safeTypeOf: (value) =>
    Array.isArray(value) ? 'array' : value === null ? 'null' : value instanceof Buffer ? 'buffer' : typeof value,
  inherits(child, parent) {
    child.super_ = parent
    Object.setPrototypeOf(child.prototype, parent.prototype)
  },
  promisify: (callee) =>
    function promised(...values) {
      return new Promise((resolve, reject) =>
        callee.call(this, ...values, (error, value) => (error ? reject(error) : resolve(value))),
      )
    },
}

const digest = (operation, ...known) => {
  const parts = []
  const made = {
    update(data, encoding) {
      parts.push(Buffer.from(data, encoding))
      return made
    },
    digest(encoding) {
      const bytes = new Buffer(host(operation, ...known, Buffer.concat(parts)))
      return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes
    },
  }
  return made
}
const crypto = {
  createHash: (algorithm) => digest('hash', algorithm),
  createHmac: (algorithm, key) => digest('hmac', algorithm, Buffer.from(key)),
  randomBytes: (size) => new Buffer(host('random', size)),
  randomUUID: () => host('uuid'),
}

const querystring = {
  escape: encodeURIComponent,
  unescape: decodeURIComponent,
  parse(text) {
    const found = {}
    for (const pair of String(text).split('&')) {
      if (pair === '') continue
      const [name, value] = pair.split(/=(.*)/s).map((each) => decodeURIComponent((each || '').replace(/\+/g, ' ')))
      found[name] = name in found ? [found[name], value || ''].flat() : value || ''
    }
    return found
  },
  stringify: (values) =>
    Object.keys(values || {})
      .flatMap((name) =>
        [].concat(values[name]).map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`),
      )
      .join('&'),
}

const url = {
  parse(text, parsesQuery) {
    const [, protocol, auth, host, port, pathname, search, hash] =
      /^([a-z][a-z0-9+.-]*:)?(?:\/\/(?:([^@/?#]*)@)?([^:/?#]*)(?::(\d+))?)?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(
        String(text),
      ) || []
    const query = (search || '').slice(1)
    return {
      href: String(text),
      protocol,
      auth,
      host: port ? `${host}:${port}` : host,
      hostname: host,
      port,
      pathname,
      search,
      hash,
      path: `${pathname}${search || ''}`,
      query: parsesQuery ? querystring.parse(query) : query,
    }
  },
  format: ({ protocol = '', host, hostname, port, pathname = '', search, query }) =>
    `${protocol}${protocol ? '//' : ''}${host || (port ? `${hostname}:${port}` : hostname || '')}${pathname}${search || (query ? `?${typeof query === 'string' ? query : querystring.stringify(query)}` : '')}`,
}

const assert = (value, text) => {
  if (!value) throw new Error(text || 'an assertion failed')
}
assert.ok = assert
assert.equal = (left, right, text) =>
  assert(left === right, text || `${guest.inspect(left)} is not ${guest.inspect(right)}`)

const serviceVariables = {
  'var://service/transaction-client': 'client.address',
  'var://service/URI': 'request.uri',
  'var://service/URL-in': 'request.uri',
  'var://service/protocol-method': 'request.verb',
  'var://service/global-transaction-id': 'system.request-id',
  'var://service/transaction-id': 'system.request-id',
}
const serviceMetadata = {
  getVar: (name) => guest.get(serviceVariables[name] || name),
  setVar: (name) => {
    throw new Error(`the service variable "${name}" cannot be set`)
  },
  get URI() {
    return guest.get('request.uri')
  },
  get protocolMethod() {
    return guest.get('request.verb')
  },
}

const available = {
  apim,
  console: globalThis.console,
  util,
  url,
  querystring,
  crypto,
  assert,
  buffer: { Buffer },
  'header-metadata': { current, original, response: current },
  'service-metadata': serviceMetadata,
  urlopen: guest.urlopen,
  multistep: guest.multistep,
  transform: guest.transform,
  xml: guest.XML,
  map: guest.map,
  convert: guest.convert,
  expression: guest.expression,
  javascript: guest.javascript,
}

guest.require = (name) => {
  const short = /apim\.custom(?:\.js)?$/.test(name) ? 'apim' : String(name)
  if (Object.hasOwn(available, short)) return available[short]
  throw new Error(`there is no module "${name}"; there are ${Object.keys(available).join(', ')}`)
}
globalThis.Buffer = Buffer
globalThis.XML = guest.XML
globalThis.setTimeout = globalThis.setImmediate = (callback, _delay, ...values) => guest.schedule(callback, ...values)
