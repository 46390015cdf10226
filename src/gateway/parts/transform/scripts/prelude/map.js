/** The policy `map`: fills outputs from inputs, action by action. */
;(function mapping(guest) {
  const { host } = guest
  const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
  const splitPath = (path) =>
    String(path)
      .split(/\.|\[['"]?|['"]?\]/)
      .filter((part) => part !== '')
  const startsWith = (path, start) => start.length <= path.length && start.every((name, index) => path[index] === name)

  /** @param definition `{ inputs, outputs, actions, options, schemas }` as in the document
   *  @param scripts the functions of the members `value`, by their number */
  guest.map = (definition, scripts) => {
    const { options } = definition
    const schemas = guest.openMapSchemas(definition.schemas, options)
    const inputs = new Map(definition.inputs.map((each) => [each.name, readInput(each)]))
    if (guest.state.rejection) return
    const outputs = new Map(definition.outputs.map((each) => [each.name, { ...each, value: undefined }]))
    const loops = []

    for (const action of definition.actions) run(action, undefined)
    for (const output of outputs.values()) writeOutput(output)

    function readInput({ variable, content, schema }) {
      const parameter = /^request\.parameters\.([^.]+)$/.exec(variable)?.[1]
      const values = parameter === undefined ? undefined : guest.get(`request.parameters.${parameter}`)?.values
      const value = parameter === undefined ? guest.get(variable) : values?.length > 1 ? values : values?.[0]
      const isXml = /xml/.test(content || '')
      const type = schemas.typeOf(schema)
      const isStructured = type === 'object' || type === 'array'
      try {
        if (isXml) return value === undefined ? undefined : schemas.readXml(String(value), schema)
        const isText = typeof value !== 'string' || type === 'string' || !(isStructured || /^\s*[[{]/.test(value))
        return schemas.fitType(isText ? value : JSON.parse(value), schema)
      } catch {
        const isBody = /\.body$/.test(variable) && (isXml || isStructured || /json/.test(content || ''))
        if (isBody) guest.reject('ParseError', `${variable} is not well-formed ${isXml ? 'XML' : 'JSON'}`, 400)
        return isXml ? undefined : schemas.fitType(value, schema)
      }
    }

    /** Returns the value of an input; of the current element where the path begins with the list of a loop. */
    function find(path) {
      const names = splitPath(path)
      for (const { path: list, item } of loops.toReversed()) {
        if (startsWith(names, list)) return dig(item, names.slice(list.length))
        if (names[0] === '$item') return dig(item, names.slice(1))
        if (!inputs.has(names[0]) && isObject(item) && Object.hasOwn(item, names[0])) return dig(item, names)
      }
      const found = inputs.has(names[0]) ? dig(inputs.get(names[0]), names.slice(1)) : undefined
      return Array.isArray(found) && options.mapArrayFirstElementValue && schemas.crossesArray ? found[0] : found
    }

    function dig(value, names) {
      let found = value
      for (const [index, name] of names.entries()) {
        if (Array.isArray(found) && !/^\d+$/.test(name)) {
          const rest = names.slice(index)
          const all = found.map((each) => dig(each, rest)).filter((each) => each !== undefined)
          return options.mapArrayFirstElementValue ? all[0] : all.flat()
        }
        if (found === null || typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined
        found = found[name]
      }
      return found === null && !options.mapNullValue ? undefined : found
    }

    function run(action, target) {
      const path = findTarget(action.set ?? action.create, target)
      if (action.foreach !== undefined) {
        runLoop(action, path)
        return
      }
      const value = evaluate(action)
      if (value !== undefined) store(path, value)
      else if (options.mapEmulateV4EmptyJSONObject) store(path.slice(0, -1), undefined)
    }

    /** Returns the path of a target from its output on. A name that is no output is a member of the element of the loop. */
    function findTarget(name, target) {
      const names = splitPath(name)
      if (!target) return names
      if (startsWith(names, target.list)) return [...target.path, ...names.slice(target.list.length)]
      if (names[0] === '$item') return [...target.path, ...names.slice(1)]
      return outputs.has(names[0]) ? names : [...target.path, ...names]
    }

    function evaluate({ from, script, value: fixed, default: fallback }) {
      const values = from.map(find)
      const isMissing = from.length > 0 && values.every((each) => each === undefined)
      if (isMissing && options.messagesInputData)
        globalThis.console[options.messagesInputData](`map finds no value for ${from.join(', ')}`)
      let result
      if (!isMissing) result = script === undefined ? (fixed ?? values[0]) : scripts[script](read)
      if (result === undefined || (result === null && !options.mapNullValue)) return resolveText(fallback)
      return result
    }

    /** The function `$` of scripts. */
    function read(name) {
      const first = splitPath(name)[0]
      const value = inputs.has(first) || loops.length > 0 ? find(name) : undefined
      const found = value === undefined && !inputs.has(first) ? guest.get(name) : value
      return found === undefined ? '' : found
    }

    /** Replaces the variables in a fixed text. */
    function resolveText(text) {
      if (typeof text !== 'string' || options.mapResolveApicVariables === false) return text
      const only = /^\$\(([^()]+)\)$/.exec(text)?.[1]
      if (only) return read(only) === '' ? undefined : read(only)
      return text.replace(/\$\(([^()]+)\)/g, (_, name) => guest.inspect(read(name)))
    }

    function runLoop(action, path) {
      const found = find([].concat(action.foreach)[0])
      const list = found === undefined ? [] : Array.isArray(found) ? found : [found]
      const empty = options.mapCreateEmptyArray ?? 'all'
      if (list.length === 0) {
        const isKept = empty === 'all' || (empty === 'parent' && found !== undefined && loops.length === 0)
        if (isKept) store(path, [])
        return
      }
      const known = fetch(path)
      const start = Array.isArray(known) ? known.length : 0
      const foreach = splitPath([].concat(action.foreach)[0])
      for (const [index, item] of list.entries()) {
        loops.push({ path: foreach, item })
        const element = [...path, String(start + index)]
        if (action.actions.length === 0) store(element, evaluate(action))
        for (const each of action.actions) run(each, { path: element, list: path })
        loops.pop()
      }
    }

    function fetch([name, ...names]) {
      let found = outputs.get(name)?.value
      for (const each of names) found = found?.[each]
      return found
    }

    /** Stores a value; the objects and lists on its way are made as the schema says. An undefined value only makes an object. */
    function store([name, ...names], value) {
      const output = outputs.get(name)
      if (!output) throw new Error(`map: "${name}" is not an output`)
      let holder = output
      let key = 'value'
      let schema = output.schema
      for (const next of names) {
        const isIndex = /^\d+$/.test(next) && (Array.isArray(holder[key]) || schemas.typeOf(schema) !== 'object')
        const isList = isIndex || schemas.typeOf(schema) === 'array'
        if (holder[key] === null || typeof holder[key] !== 'object') holder[key] = isList ? [] : {}
        holder = holder[key]
        if (isList && !isIndex) {
          if (!isObject(holder[0])) holder[0] = {}
          holder = holder[0]
          schema = schemas.itemsOf(schema)
        }
        schema = isIndex ? schemas.itemsOf(schema) : schemas.propertyOf(schema, next)
        key = next
      }
      if (value !== undefined) holder[key] = schemas.fitType(value, schema)
      else if (holder[key] === undefined) holder[key] = {}
    }

    function writeOutput({ variable, content, schema, value }) {
      if (value === undefined) return
      const whole = schemas.addRequired(value, schema)
      const isXml = /xml/.test(content || '')
      guest.set(variable, isXml ? schemas.writeXml(whole, schema) : whole)
      const type = content || (typeof whole === 'object' ? 'application/json' : undefined)
      if (variable === 'message.body' && type) guest.message.header.set('Content-Type', type)
    }
  }

  guest.parseXmlRoot = (text) => JSON.parse(host('parseXml', text))[0]
})
