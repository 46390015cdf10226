/** The policy `map`: fills outputs from inputs, action by action. */
const { host } = guest
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
const splitPath = (path) =>
  String(path)
    .split(/\.|\[['"]?|['"]?\]/)
    .filter((part) => part !== '')
const startsWith = (path, start) => start.length <= path.length && start.every((name, index) => path[index] === name)

/** One run of the policy: its inputs and outputs by name, and the loops that an action is in. */
class MapRun {
  constructor({ inputs, outputs, schemas, options }, scripts) {
    this.options = options
    this.scripts = scripts
    this.schemas = new guest.MapSchemas(schemas, options)
    this.inputs = new Map(inputs.map((each) => [each.name, this.readInput(each)]))
    this.outputs = new Map(outputs.map((each) => [each.name, { ...each, value: undefined }]))
    this.loops = []
  }

  readInput({ variable, content, schema }) {
    const parameter = /^request\.parameters\.([^.]+)$/.exec(variable)?.[1]
    const values = parameter === undefined ? undefined : guest.get(`request.parameters.${parameter}`)?.values
    const value = parameter === undefined ? guest.read(variable) : values?.length > 1 ? values : values?.[0]
    const isXml = /xml/.test(content || '')
    const type = this.schemas.typeOf(schema)
    const isStructured = type === 'object' || type === 'array'
    try {
      if (isXml) return value === undefined ? undefined : this.schemas.readXml(String(value), schema)
      const [, message] = (typeof value === 'object' && /^(message|request)\.body$/.exec(variable)) || []
      const json = message && guest.findMessage(message).body.text()
      if (/^\s*[[{]/.test(json)) return this.schemas.fitType(guest.parseExactly(json), schema)
      const isText = typeof value !== 'string' || type === 'string' || !(isStructured || /^\s*[[{]/.test(value))
      return this.schemas.fitType(isText ? value : guest.parseExactly(value), schema)
    } catch {
      const isBody = /\.body$/.test(variable) && (isXml || isStructured || /json/.test(content || ''))
      if (isBody) guest.reject('ParseError', `${variable} is not well-formed ${isXml ? 'XML' : 'JSON'}`, 400)
      return isXml ? undefined : this.schemas.fitType(value, schema)
    }
  }

  /** Returns the value of an input; of the current element where the path begins with the list of a loop. */
  find(path) {
    const names = splitPath(path)
    for (const { path: list, item } of this.loops.toReversed()) {
      if (startsWith(names, list)) return this.dig(item, names.slice(list.length))
      if (names[0] === '$item') return this.dig(item, names.slice(1))
      if (!this.inputs.has(names[0]) && isObject(item) && Object.hasOwn(item, names[0])) return this.dig(item, names)
    }
    return this.inputs.has(names[0]) ? this.dig(this.inputs.get(names[0]), names.slice(1)) : undefined
  }

  dig(value, names) {
    let found = value
    for (const [index, name] of names.entries()) {
      if (Array.isArray(found) && !/^\d+$/.test(name)) {
        const rest = names.slice(index)
        const all = found.map((each) => this.dig(each, rest)).filter((each) => each !== undefined)
        return this.options.mapArrayFirstElementValue ? all[0] : all.flat()
      }
      if (found === null || typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined
      found = found[name]
    }
    return found === null && !this.options.mapNullValue ? undefined : found
  }

  run(action, target) {
    const path = this.findTarget(action.set ?? action.create, target)
    if (action.foreach !== undefined) {
      this.runLoop(action, path)
      return
    }
    const value = this.evaluate(action)
    if (value !== undefined) this.store(path, value)
    else if (this.options.mapEmulateV4EmptyJSONObject) this.store(path.slice(0, -1), undefined)
  }

  /** Returns the path of a target from its output on. A name that is no output is a member of the element of the loop. */
  findTarget(name, target) {
    const names = splitPath(name)
    if (!target) return names
    if (startsWith(names, target.list)) return [...target.path, ...names.slice(target.list.length)]
    if (names[0] === '$item') return [...target.path, ...names.slice(1)]
    return this.outputs.has(names[0]) ? names : [...target.path, ...names]
  }

  evaluate({ from, script, value: fixed, default: fallback }) {
    const values = from.map((each) => this.find(each))
    const isMissing = from.length > 0 && values.every((each) => each === undefined)
    if (isMissing && this.options.messagesInputData)
      globalThis.console[this.options.messagesInputData](`map finds no value for ${from.join(', ')}`)
    let result
    if (!isMissing)
      result = script === undefined ? (fixed ?? values[0]) : this.scripts[script]((name) => this.read(name))
    if (result === undefined || (result === null && !this.options.mapNullValue)) return this.resolveText(fallback)
    return result
  }

  /** The function `$` of scripts. */
  read(name) {
    const first = splitPath(name)[0]
    const value = this.inputs.has(first) || this.loops.length > 0 ? this.find(name) : undefined
    const found = value === undefined && !this.inputs.has(first) ? guest.read(name) : guest.roundNumbers(value)
    return found === undefined ? '' : found
  }

  /** Replaces the variables in a fixed text. */
  resolveText(text) {
    if (typeof text !== 'string' || this.options.mapResolveApicVariables === false) return text
    const only = /^\$\(([^()]+)\)$/.exec(text)?.[1]
    if (only) return this.read(only) === '' ? undefined : this.read(only)
    return text.replace(/\$\(([^()]+)\)/g, (_, name) => guest.inspect(this.read(name)))
  }

  runLoop(action, path) {
    const found = this.find([].concat(action.foreach)[0])
    const list = found === undefined ? [] : Array.isArray(found) ? found : [found]
    const empty = this.options.mapCreateEmptyArray ?? 'all'
    if (list.length === 0) {
      const isKept = empty === 'all' || (empty === 'parent' && found !== undefined && this.loops.length === 0)
      if (isKept) this.store(path, [])
      return
    }
    const known = this.fetch(path)
    const start = Array.isArray(known) ? known.length : 0
    const foreach = splitPath([].concat(action.foreach)[0])
    for (const [index, item] of list.entries()) {
      this.loops.push({ path: foreach, item })
      const element = [...path, String(start + index)]
      if (action.actions.length === 0) this.store(element, this.evaluate(action))
      for (const each of action.actions) this.run(each, { path: element, list: path })
      this.loops.pop()
    }
  }

  /** @param {string[]} path */
  fetch([name, ...names]) {
    let found = this.outputs.get(name)?.value
    for (const each of names) found = found?.[each]
    return found
  }

  /** Stores a value, with the objects and lists on its way. An undefined one makes an object. @param {string[]} path @param value */
  store([name, ...names], value) {
    const output = this.outputs.get(name)
    if (!output) throw new Error(`map: "${name}" is not an output`)
    let holder = output
    let key = 'value'
    let schema = output.schema
    for (const next of names) {
      const isIndex = /^\d+$/.test(next) && (Array.isArray(holder[key]) || this.schemas.typeOf(schema) !== 'object')
      const isList = isIndex || this.schemas.typeOf(schema) === 'array'
      if (holder[key] === null || typeof holder[key] !== 'object') holder[key] = isList ? [] : {}
      holder = holder[key]
      if (isList && !isIndex) {
        if (!isObject(holder[0])) holder[0] = {}
        holder = holder[0]
        schema = this.schemas.itemsOf(schema)
      }
      schema = isIndex ? this.schemas.itemsOf(schema) : this.schemas.propertyOf(schema, next)
      key = next
    }
    if (value !== undefined) holder[key] = this.schemas.fitType(value, schema)
    else if (holder[key] === undefined) holder[key] = {}
  }

  writeOutput({ variable, content, schema, value }) {
    if (value === undefined) return
    const isXml = /xml/.test(content || '')
    const isNamed = this.options.mapEnablePostProcessingJSON && !isXml
    const exact = this.schemas.addRequired(isNamed ? this.schemas.postProcess(value, schema) : value, schema)
    const whole = variable === 'message.body' && !isXml ? exact : guest.roundNumbers(exact)
    guest.set(variable, isXml ? this.schemas.writeXml(whole, schema) : whole)
    const type = content || (typeof whole === 'object' ? 'application/json' : undefined)
    if (variable === 'message.body' && type) guest.message.header.set('Content-Type', type)
  }
}

guest.parseXmlRoot = (text) => JSON.parse(host('parseXml', text))[0]

/** @param definition `{ inputs, outputs, actions, options, schemas }` as in the document
 *  @param scripts the functions of the members `value`, by their number */
guest.map = (definition, scripts) => {
  const map = new MapRun(definition, scripts)
  if (guest.state.rejection) return
  for (const action of definition.actions) map.run(action, undefined)
  for (const output of map.outputs.values()) map.writeOutput(output)
}
