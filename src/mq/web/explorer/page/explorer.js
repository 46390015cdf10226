/** The page of the API explorer: it lists the operations of `/ibm/api/docs`, and sends requests to them. */

/** @type {any[]} */
const [title, filter, state, login, list] = ['title', 'filter', 'state', 'login', 'operations'].map((id) =>
  document.getElementById(id),
)
const csrf = { 'ibm-mq-rest-csrf-token': 'explorer' }

login.addEventListener('submit', async (event) => {
  event.preventDefault()
  const response = await fetch('/ibmmq/rest/v3/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...csrf },
    body: JSON.stringify(Object.fromEntries(new FormData(login))),
  })
  if (response.ok) await load()
  else state.textContent = `The sign-in was rejected: ${await describeError(response)}`
})

filter.addEventListener('input', () => {
  const wanted = filter.value.toLowerCase()
  for (const each of list.querySelectorAll('details')) {
    each.hidden = !each.querySelector('summary').textContent.toLowerCase().includes(wanted)
  }
})

await load()

async function load() {
  const response = await fetch('/ibm/api/docs', { headers: { Accept: 'application/json' } })
  login.hidden = response.status !== 401
  if (!response.ok) {
    state.textContent = response.status === 401 ? 'Sign in to see the resources.' : await describeError(response)
    return
  }
  const api = await response.json()
  title.textContent = `${api.info.title} (${api.info.version})`
  state.textContent = api.info.description
  list.replaceChildren(...renderTags(api))
}

function renderTags(api) {
  return api.tags.map(({ name, description }) => {
    const section = element('section', {}, element('h2', {}, name), element('p', {}, description))
    for (const [path, item] of Object.entries(api.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (operation.tags.includes(name)) section.append(renderOperation(method.toUpperCase(), path, operation))
      }
    }
    return section
  })
}

function renderOperation(method, path, operation) {
  const head = element(
    'summary',
    {},
    element('span', { className: 'method' }, method),
    ` ${path} - ${operation.summary}`,
  )
  const details = element('details', {}, head)
  details.addEventListener('toggle', () => {
    if (details.childElementCount === 1) details.append(renderBody(method, path, operation))
  })
  return details
}

function renderBody(method, path, operation) {
  const fields = (operation.parameters ?? []).map((parameter) => [parameter, renderField(parameter)])
  const types = Object.keys(operation.requestBody?.content ?? {})
  const type = element('select', {}, ...types.map((each) => element('option', {}, each)))
  const body = element('textarea', { value: types.length > 0 ? example(operation, types[0]) : '' })
  const result = element('pre', { tabIndex: 0 })
  const form = element(
    'form',
    {},
    ...fields.map(([{ name, in: where, description = '', required }, input]) =>
      element('label', {}, `${name} (${where}${required ? ', required' : ''}) ${description}`, input),
    ),
    ...(types.length > 0 ? [element('label', {}, 'Type', type), element('label', {}, 'Body', body)] : []),
    element('button', {}, 'Send'),
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    result.textContent = 'Waiting for the response.'
    result.textContent = await send(
      method,
      path,
      fields,
      types.length > 0 ? { type: type.value, text: body.value } : undefined,
    )
  })
  const roles = operation.description ?? (operation.security.length === 0 ? 'Everyone may call it.' : '')
  return element('div', {}, element('p', {}, roles), form, result)
}

function renderField({ name, in: where, schema }) {
  if (schema.enum && schema.enum[0] !== '') {
    return element('select', {}, element('option', {}, ''), ...schema.enum.map((each) => element('option', {}, each)))
  }
  if (schema.enum) return element('input', { type: 'checkbox' })
  return element('input', { value: where === 'header' && name in csrf ? csrf[name] : '' })
}

function example(operation, type) {
  const { schema } = operation.requestBody.content[type]
  if (!type.endsWith('json') || schema.type === 'string') return ''
  const { properties = {}, required = [] } = schema.oneOf?.[0] ?? schema
  return JSON.stringify(Object.fromEntries(required.map((each) => [each, sample(properties[each])])), null, 2)
}

function sample(schema = {}) {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return []
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema
    return Object.fromEntries(required.map((each) => [each, sample(properties[each])]))
  }
  return schema.type === 'integer' ? 0 : ''
}

async function send(method, path, fields, body) {
  const search = new URLSearchParams()
  const headers = { ...(body && { 'Content-Type': body.type }) }
  let target = path
  for (const [{ name, in: where }, input] of fields) {
    const value = input.type === 'checkbox' ? '' : input.value
    if (where === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value))
    else if (input.type === 'checkbox' ? !input.checked : value === '') continue
    else if (where === 'query') search.append(name, value)
    else headers[name] = value
  }
  const query = search.size > 0 ? `?${search}` : ''
  const started = performance.now()
  const response = await fetch(target + query, { method, headers, body: body?.text })
  const text = await response.text()
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  const tookMs = Math.round(performance.now() - started)
  return `${response.status} ${response.statusText} (${tookMs} ms)\n${lines.join('\n')}\n\n${indent(text)}`
}

function indent(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

async function describeError(response) {
  const { error } = await response.json().catch(() => ({}))
  return error?.[0]?.message ?? `status ${response.status}`
}

function element(name, members, ...children) {
  const made = Object.assign(document.createElement(name), members)
  made.append(...children)
  return made
}
