/** The schemas of the policy `map`: the types of values, and how values are read from XML and written as XML. */
;(function mapSchemas(guest) {
  const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
  const localName = (name) => name.replace(/^.*:/, '')
  const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  const escapeText = (value) => String(value).replace(/[&<>"]/g, (each) => escapes[each])

  guest.openMapSchemas = (named, options) => {
    function resolve(schema) {
      let found = schema
      for (let count = 0; isObject(found) && typeof found.$ref === 'string' && count < 20; count += 1)
        found = named[found.$ref]
      return isObject(found) ? merge(found) : {}
    }

    function merge(schema) {
      if (!Array.isArray(schema.allOf)) return schema
      const parts = schema.allOf.map(resolve)
      return Object.assign({}, ...parts, schema, {
        properties: Object.assign({}, ...parts.map((each) => each.properties), schema.properties),
        required: parts.flatMap((each) => each.required || []).concat(schema.required || []),
      })
    }

    function typeOf(schema) {
      const { type, properties, items } = resolve(schema)
      return type ?? (properties ? 'object' : items ? 'array' : undefined)
    }
    const itemsOf = (schema) => resolve(schema).items
    const propertyOf = (schema, name) => resolve(schema).properties?.[name]

    /** Converts a value to the type of its schema where that loses nothing. */
    function fitType(value, schema) {
      const type = typeOf(schema)
      if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
      if ((type === 'number' || type === 'integer') && typeof value === 'string' && value.trim() !== '')
        return Number.isNaN(Number(value)) ? value : Number(value)
      if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
      if (type === 'array' && value !== undefined && !Array.isArray(value)) return [value]
      return value
    }

    /** Adds the defaults of required members that no action has set. */
    function addRequired(value, schema) {
      if (!options.mapEmulateV4DefaultRequiredProps || !isObject(value)) return value
      const { required = [], properties = {} } = resolve(schema)
      for (const name of required) {
        const preset = resolve(properties[name]).default
        if (value[name] === undefined && preset !== undefined) value[name] = preset
      }
      for (const name of Object.keys(properties)) addRequired(value[name], properties[name])
      return value
    }

    /** Returns the value of an XML document: an object with its root element, or the element when the schema describes that. */
    function readXml(text, schema) {
      const root = guest.parseXmlRoot(text)
      const name = localName(root[0])
      const { properties, xml } = resolve(schema)
      const children = root[2].filter((each) => typeof each !== 'string').map((each) => localName(each[0]))
      const isRoot =
        properties &&
        !findProperty(properties, name, false) &&
        (xml?.name === name || children.some((each) => findProperty(properties, each, false)))
      return isRoot
        ? readElement(root, schema)
        : { [findProperty(properties, name, false) ?? name]: readElement(root, propertyOf(schema, name)) }
    }

    function findProperty(properties = {}, name, isAttribute) {
      if (Object.hasOwn(properties, name) && !isAttribute) return name
      return Object.keys(properties).find((key) => {
        const { xml = {}, type, items } = resolve(properties[key])
        const own =
          xml.name ?? (type === 'array' && !xml.wrapped ? resolve(items).xml?.name : undefined) ?? key.replace(/^@/, '')
        return localName(own) === name && (xml.attribute === true || key.startsWith('@')) === isAttribute
      })
    }

    function readElement([, attributes, children], schema) {
      const elements = children.filter((each) => typeof each !== 'string')
      const given = Object.keys(attributes).filter((name) => !/^xmlns(?::|$)/.test(name))
      const text = children.filter((each) => typeof each === 'string').join('')
      if (elements.length === 0 && given.length === 0) return text === '' ? readEmpty(schema) : readText(text, schema)
      const { properties } = resolve(schema)
      const value = {}
      for (const name of given) {
        const key = findProperty(properties, localName(name), true) ?? `@${localName(name)}`
        value[key] = readText(attributes[name], properties?.[key])
      }
      for (const element of elements) addElement(value, element, properties)
      if (elements.length === 0 && text !== '') value.$ = readText(text, properties?.$)
      return value
    }

    function addElement(value, element, properties) {
      const name = localName(element[0])
      const key = findProperty(properties, name, false) ?? name
      const schema = properties?.[key]
      if (typeOf(schema) !== 'array') {
        const read = readElement(element, schema)
        if (read !== undefined) addValue(value, key, read)
        return
      }
      if (!Object.hasOwn(value, key)) value[key] = []
      const members = resolve(schema).xml?.wrapped ? element[2].filter((each) => typeof each !== 'string') : [element]
      for (const member of members) value[key].push(readElement(member, itemsOf(schema)))
    }

    function addValue(value, key, read) {
      const known = Object.hasOwn(value, key) ? value[key] : undefined
      if (Array.isArray(known)) known.push(read)
      else value[key] = known === undefined ? read : [known, read]
    }

    const readText = (text, schema) => (options.mapResolveXMLInputDataType ? fitType(text, schema) : text)

    function readEmpty(schema) {
      if (typeOf(schema) === 'object') return {}
      const mode = options.mapXMLEmptyElement === null ? 'null' : (options.mapXMLEmptyElement ?? 'string')
      if (mode === 'none') return undefined
      const value = mode.startsWith('null') ? null : ''
      return mode.endsWith('badgerfish') ? { $: value } : value
    }

    /** Writes an object with one member as an XML document; with a schema that names its element, that element. */
    function writeXml(value, schema) {
      const { xml } = resolve(schema)
      const declared = new Map()
      if (xml?.name || !isObject(value)) return writeElement(xml?.name ?? 'root', value, schema, undefined, declared)
      return Object.keys(value)
        .map((key) =>
          writeElement(nameOf(key, propertyOf(schema, key)), value[key], propertyOf(schema, key), undefined, declared),
        )
        .join('')
    }

    const nameOf = (key, schema) => resolve(schema).xml?.name ?? key

    function writeElement(name, value, schema, inherited, declared) {
      const { xml = {}, properties = {} } = resolve(schema)
      const own = xml.namespace ?? (options.namespaceInheritance === false ? undefined : inherited?.namespace)
      const prefix = xml.prefix ?? (own !== undefined && own === inherited?.namespace ? inherited.prefix : undefined)
      const tag = prefix ? `${prefix}:${name}` : name
      const known = new Map(declared)
      let open = `<${tag}`
      for (const [each, uri] of options.inlineNamespaces === false && !inherited
        ? namespacesIn(schema)
        : [[prefix ?? '', own]]) {
        if (uri === undefined || uri === '' || known.get(each) === uri) continue
        known.set(each, uri)
        open += each === '' ? ` xmlns="${escapeText(uri)}"` : ` xmlns:${each}="${escapeText(uri)}"`
      }
      let inner = ''
      if (isObject(value)) {
        for (const key of orderedKeys(value, properties)) {
          const { xml: facts = {} } = resolve(properties[key])
          if (key === '$') inner += escapeText(value[key])
          else if (facts.attribute || key.startsWith('@'))
            open += ` ${facts.prefix ? `${facts.prefix}:` : ''}${facts.name ?? key.replace(/^@/, '')}="${escapeText(value[key])}"`
          else inner += writeMember(key, value[key], properties[key], { namespace: own, prefix }, known)
        }
      } else if (value !== undefined && value !== null) inner = escapeText(value)
      return inner === '' ? `${open}/>` : `${open}>${inner}</${tag}>`
    }

    /** Returns the members that are written: those of the schema in its order, then others. */
    function orderedKeys(value, properties) {
      const inSchema = Object.keys(properties).filter(
        (key) =>
          Object.hasOwn(value, key) ||
          (options.includeEmptyXMLElements !== false &&
            !resolve(properties[key]).xml?.attribute &&
            !key.startsWith('@')),
      )
      return [...inSchema, ...Object.keys(value).filter((key) => !Object.hasOwn(properties, key))]
    }

    function writeMember(key, value, schema, inherited, declared) {
      if (!Array.isArray(value))
        return typeOf(schema) === 'array' && value === undefined
          ? ''
          : writeElement(nameOf(key, schema), value, schema, inherited, declared)
      const items = itemsOf(schema)
      const { xml = {} } = resolve(schema)
      const name = resolve(items).xml?.name ?? (xml.wrapped ? key : nameOf(key, schema))
      const inner = value.map((each) => writeElement(name, each, items, inherited, declared)).join('')
      return xml.wrapped ? `<${nameOf(key, schema)}>${inner}</${nameOf(key, schema)}>` : inner
    }

    /** Returns the namespaces of a schema and of all schemas in it, by prefix. */
    function namespacesIn(schema, found = new Map(), seen = new Set()) {
      const whole = resolve(schema)
      if (seen.has(whole)) return found
      seen.add(whole)
      if (whole.xml?.namespace !== undefined && !found.has(whole.xml.prefix ?? ''))
        found.set(whole.xml.prefix ?? '', whole.xml.namespace)
      for (const each of [whole.items, ...Object.values(whole.properties ?? {})])
        if (each) namespacesIn(each, found, seen)
      return found
    }

    return { typeOf, itemsOf, propertyOf, fitType, addRequired, readXml, writeXml }
  }
})
