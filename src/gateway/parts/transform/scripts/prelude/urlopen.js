/** `urlopen` and `multistep`: calls that a script makes, and policies that it would call. */
const { host, Buffer, Headers, Body } = guest
const waiting = new Map()
let last = 0

/** Sends a request. Only hosts that the policy names are reached. */
function open(target, callback) {
  const options = typeof target === 'string' ? { target } : target
  if (!options?.target) throw new TypeError('urlopen.open needs a target')
  const body = options.data === undefined ? undefined : guest.toBody(options.data)
  last += 1
  waiting.set(last, callback)
  const request = {
    target: String(options.target),
    method: options.method ? String(options.method).toUpperCase() : body === undefined ? 'GET' : 'POST',
    headers: headersOf(options, body),
    timeout: options.timeout === undefined ? undefined : Number(options.timeout),
    profile: options.sslClientProfile || options.sslProxyProfile,
  }
  host('open', last, JSON.stringify(request), body === undefined ? undefined : Buffer.from(body))
}

function headersOf({ headers = {}, contentType, data }, body) {
  const list = []
  for (const name of Object.keys(headers)) for (const value of [].concat(headers[name])) list.push(name, String(value))
  const type =
    contentType ||
    (body !== undefined && typeof data === 'object' && !(data instanceof Uint8Array) ? 'application/json' : undefined)
  if (type && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type'))
    list.push('Content-Type', type)
  return list
}

/** Takes the response to the request with the number, or the reason why there is none. */
guest.reply = (number, text) => {
  const callback = waiting.get(number)
  waiting.delete(number)
  const { error, status, headers } = JSON.parse(text)
  if (error) {
    guest.schedule(callback, Object.assign(new Error(error), { errorCode: 0x01130006, errorMessage: error }))
    return
  }
  const bytes = host('reply', number)
  const body = new Body(undefined)
  body.written = bytes === undefined ? '' : bytes
  const header = Headers.fromList(headers)
  const response = {
    statusCode: status,
    reasonPhrase: '',
    headers: header.headers,
    get: (name) => header.get(name),
    disconnect() {},
    discard: (done) => done && guest.schedule(done, null),
  }
  for (const name of ['readAsBuffer', 'readAsBuffers', 'readAsString', 'readAsJSON', 'readAsXML'])
    response[name] = (then) => body[name](then)
  guest.schedule(callback, null, response)
}
guest.countWaiting = () => waiting.size

guest.urlopen = { open }
guest.multistep = {
  callRule: (name) => {
    throw new Error(`multistep cannot call the rule "${name}": there are no processing rules in an assembly`)
  },
}
