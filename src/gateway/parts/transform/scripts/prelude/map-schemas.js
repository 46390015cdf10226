/** The schemas of the policy `map`: the types of values, and how values are read from XML and written as XML. */
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
const localName = (name) => name.replace(/^.*:/, '')
const { escapeText } = guest

/** `named` has the schemas of the document by reference, `options` are those of the policy. */
guest.MapSchemas = class MapSchemas {
  constructor(named, options) {
    this.named = named
    this.options = options
  }

  resolve(schema) {
    let found = schema
    for (let count = 0; isObject(found) && typeof found.$ref === 'string' && count < 20; count += 1)
      found = this.named[found.$ref]
    return isObject(found) ? this.merge(found) : {}
  }

  merge(schema) {
    if (!Array.isArray(schema.allOf)) return schema
    const parts = schema.allOf.map((each) => this.resolve(each))
    return Object.assign({}, ...parts, schema, {
      properties: Object.assign({}, ...parts.map((each) => each.properties), schema.properties),
      required: parts.flatMap((each) => each.required || []).concat(schema.required || []),
    })
  }

  typeOf(schema) {
    const { type, properties, items } = this.resolve(schema)
    return type ?? (properties ? 'object' : items ? 'array' : undefined)
  }

  itemsOf(schema) {
    return this.resolve(schema).items
  }

  propertyOf(schema, name) {
    return this.resolve(schema).properties?.[name]
  }

  /** Converts a value to the type of its schema where that loses nothing. */
  fitType(value, schema) {
    const type = this.typeOf(schema)
    const isPlain = typeof value === 'number' || typeof value === 'boolean' || guest.isLongNumber(value)
    if (type === 'string' && isPlain) return String(value)
    if ((type === 'number' || type === 'integer') && typeof value === 'string' && value.trim() !== '')
      return Number.isNaN(Number(value)) ? value : Number(value)
    if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
    if (type === 'array' && value !== undefined && !Array.isArray(value)) return [value]
    return value
  }

  /** Gives JSON that was XML the names of attributes and texts, and the types, of its schema. */
  postProcess(found, schema) {
    const value = this.fitType(found, schema)
    if (Array.isArray(value)) return value.map((each) => this.postProcess(each, this.itemsOf(schema)))
    const { properties = {} } = this.resolve(schema)
    const nameOf = (name) =>
      Object.hasOwn(properties, name) || !Object.hasOwn(properties, `@${name}`) ? name : `@${name}`
    if (!isObject(value) || guest.isLongNumber(value))
      return properties.$ && value !== null && value !== undefined ? { $: this.fitType(value, properties.$) } : value
    const members = Object.entries(value).map(([name, each]) => [nameOf(name), each])
    return Object.fromEntries(members.map(([name, each]) => [name, this.postProcess(each, properties[name])]))
  }

  /** Adds the defaults of required members that no action has set. */
  addRequired(value, schema) {
    if (!this.options.mapEmulateV4DefaultRequiredProps || !isObject(value)) return value
    const { required = [], properties = {} } = this.resolve(schema)
    for (const name of required) {
      const preset = this.resolve(properties[name]).default
      if (value[name] === undefined && preset !== undefined) value[name] = preset
    }
    for (const name of Object.keys(properties)) this.addRequired(value[name], properties[name])
    return value
  }

  /** Returns the value of an XML document: an object with its root element, or the element when the schema describes that. */
  readXml(text, schema) {
    const root = guest.parseXmlRoot(text)
    const name = localName(root[0])
    const { properties, xml } = this.resolve(schema)
    const children = root[2].filter((each) => typeof each !== 'string').map((each) => localName(each[0]))
    const find = (each) => this.findProperty(properties, each, false)
    const isRoot = properties && !find(name) && (xml?.name === name || children.some(find))
    if (isRoot) return this.readElement(root, schema)
    return { [find(name) ?? name]: this.readElement(root, this.propertyOf(schema, name)) }
  }

  findProperty(properties = {}, name, isAttribute) {
    if (Object.hasOwn(properties, name) && !isAttribute) return name
    return Object.keys(properties).find((key) => {
      const { xml = {}, type, items } = this.resolve(properties[key])
      const ofItems = type === 'array' && !xml.wrapped ? this.resolve(items).xml?.name : undefined
      const own = xml.name ?? ofItems ?? key.replace(/^@/, '')
      return localName(own) === name && (xml.attribute === true || key.startsWith('@')) === isAttribute
    })
  }

  readElement([, attributes, children], schema) {
    const elements = children.filter((each) => typeof each !== 'string')
    const given = Object.keys(attributes).filter((name) => !/^xmlns(?::|$)/.test(name))
    const text = children.filter((each) => typeof each === 'string').join('')
    if (elements.length === 0 && given.length === 0)
      return text === '' ? this.readEmpty(schema) : this.readText(text, schema)
    const { properties } = this.resolve(schema)
    const value = {}
    for (const name of given) {
      const key = this.findProperty(properties, localName(name), true) ?? `@${localName(name)}`
      value[key] = this.readText(attributes[name], properties?.[key])
    }
    for (const element of elements) this.addElement(value, element, properties)
    if (elements.length === 0 && text !== '') value.$ = this.readText(text, properties?.$)
    return value
  }

  addElement(value, element, properties) {
    const name = localName(element[0])
    const key = this.findProperty(properties, name, false) ?? name
    const schema = properties?.[key]
    if (this.typeOf(schema) !== 'array') {
      const read = this.readElement(element, schema)
      if (read !== undefined) this.addValue(value, key, read)
      return
    }
    if (!Object.hasOwn(value, key)) value[key] = []
    const { wrapped } = this.resolve(schema).xml ?? {}
    const members = wrapped ? element[2].filter((each) => typeof each !== 'string') : [element]
    for (const member of members) value[key].push(this.readElement(member, this.itemsOf(schema)))
  }

  addValue(value, key, read) {
    const known = Object.hasOwn(value, key) ? value[key] : undefined
    if (Array.isArray(known)) known.push(read)
    else value[key] = known === undefined ? read : [known, read]
  }

  readText(text, schema) {
    return this.options.mapResolveXMLInputDataType ? this.fitType(text, schema) : text
  }

  readEmpty(schema) {
    if (this.typeOf(schema) === 'object') return {}
    const mode = this.options.mapXMLEmptyElement === null ? 'null' : (this.options.mapXMLEmptyElement ?? 'string')
    if (mode === 'none') return undefined
    const value = mode.startsWith('null') ? null : ''
    return mode.endsWith('badgerfish') ? { $: value } : value
  }

  /** Writes an object with one member as an XML document; with a schema that names its element, that element. */
  writeXml(value, schema) {
    const { xml } = this.resolve(schema)
    const declared = new Map()
    if (xml?.name || !isObject(value)) return this.writeElement(xml?.name ?? 'root', value, schema, undefined, declared)
    const write = (key, own) => this.writeElement(this.nameOf(key, own), value[key], own, undefined, declared)
    return Object.keys(value).reduce((text, key) => text + write(key, this.propertyOf(schema, key)), '')
  }

  nameOf(key, schema) {
    return this.resolve(schema).xml?.name ?? key
  }

  writeElement(name, value, schema, inherited, declared) {
    const { xml = {}, properties = {} } = this.resolve(schema)
    const own = xml.namespace ?? (this.options.namespaceInheritance === false ? undefined : inherited?.namespace)
    const prefix = xml.prefix ?? (own !== undefined && own === inherited?.namespace ? inherited.prefix : undefined)
    const tag = prefix ? `${prefix}:${name}` : name
    const known = new Map(declared)
    let open = `<${tag}`
    for (const [each, uri] of this.options.inlineNamespaces === false && !inherited
      ? this.namespacesIn(schema)
      : [[prefix ?? '', own]]) {
      if (uri === undefined || uri === '' || known.get(each) === uri) continue
      known.set(each, uri)
      open += each === '' ? ` xmlns="${escapeText(uri)}"` : ` xmlns:${each}="${escapeText(uri)}"`
    }
    let inner = ''
    if (isObject(value)) {
      for (const key of this.orderedKeys(value, properties)) {
        const { xml: facts = {} } = this.resolve(properties[key])
        if (key === '$') inner += escapeText(value[key])
        else if (facts.attribute || key.startsWith('@'))
          open += ` ${facts.prefix ? `${facts.prefix}:` : ''}${facts.name ?? key.replace(/^@/, '')}="${escapeText(value[key])}"`
        else inner += this.writeMember(key, value[key], properties[key], { namespace: own, prefix }, known)
      }
    } else if (value !== undefined && value !== null) inner = escapeText(value)
    return inner === '' ? `${open}/>` : `${open}>${inner}</${tag}>`
  }

  /** Returns the members that are written: those of the schema in its order, then others. */
  orderedKeys(value, properties) {
    const isAttribute = (key) => this.resolve(properties[key]).xml?.attribute || key.startsWith('@')
    const addsEmpty = this.options.includeEmptyXMLElements !== false
    const isWritten = (key) => Object.hasOwn(value, key) || (addsEmpty && !isAttribute(key))
    const inSchema = Object.keys(properties).filter(isWritten)
    return [...inSchema, ...Object.keys(value).filter((key) => !Object.hasOwn(properties, key))]
  }

  writeMember(key, value, schema, inherited, declared) {
    if (value === undefined && this.typeOf(schema) === 'array') return ''
    if (!Array.isArray(value)) return this.writeElement(this.nameOf(key, schema), value, schema, inherited, declared)
    const items = this.itemsOf(schema)
    const { xml = {} } = this.resolve(schema)
    const name = this.resolve(items).xml?.name ?? (xml.wrapped ? key : this.nameOf(key, schema))
    const inner = value.map((each) => this.writeElement(name, each, items, inherited, declared)).join('')
    return xml.wrapped ? `<${this.nameOf(key, schema)}>${inner}</${this.nameOf(key, schema)}>` : inner
  }

  /** Returns the namespaces of a schema and of all schemas in it, by prefix. */
  namespacesIn(schema, found = new Map(), seen = new Set()) {
    const whole = this.resolve(schema)
    if (seen.has(whole)) return found
    seen.add(whole)
    if (whole.xml?.namespace !== undefined && !found.has(whole.xml.prefix ?? ''))
      found.set(whole.xml.prefix ?? '', whole.xml.namespace)
    for (const each of [whole.items, ...Object.values(whole.properties ?? {})])
      if (each) this.namespacesIn(each, found, seen)
    return found
  }
}
