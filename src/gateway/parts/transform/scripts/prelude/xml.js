/** XML for scripts: a small tree, which the host parses, and simple paths. */
const { host } = guest
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text) => String(text).replace(/[&<>"]/g, (each) => escapes[each])
guest.escapeText = escapeText

const withItem = (list) => Object.assign(list, { item: (index) => list[index] || null })

/** A node with the members of DOM Level 2 Core that read. */
class XmlNode {
  #attributes
  /** The index among the children of the parent. */
  #place = 0

  constructor(name, attributes, children, text) {
    this.nodeName = name
    this.#attributes = attributes
    this.childNodes = withItem(children)
    this.data = text
    this.parentNode = null
    for (const [index, child] of children.entries()) {
      child.parentNode = this
      child.#place = index
    }
  }
  get nodeType() {
    return this.nodeName === '#text' ? 3 : this.nodeName === '#document' ? 9 : 1
  }
  get localName() {
    return this.nodeName.replace(/^.*:/, '')
  }
  get tagName() {
    return this.nodeName
  }
  get nodeValue() {
    return this.nodeType === 3 ? this.data : null
  }
  get textContent() {
    return this.nodeType === 3 ? this.data : this.childNodes.map((each) => each.textContent).join('')
  }
  get documentElement() {
    return this.childNodes.find((each) => each.nodeType === 1)
  }
  get ownerDocument() {
    if (this.nodeType === 9) return null
    let root = this
    while (root.parentNode) root = root.parentNode
    return root.nodeType === 9 ? root : null
  }
  get firstChild() {
    return this.childNodes.item(0)
  }
  get lastChild() {
    return this.childNodes.item(this.childNodes.length - 1)
  }
  get previousSibling() {
    return this.parentNode ? this.parentNode.childNodes.item(this.#place - 1) : null
  }
  get nextSibling() {
    return this.parentNode ? this.parentNode.childNodes.item(this.#place + 1) : null
  }
  /** The attributes as a `NamedNodeMap`. */
  get attributes() {
    if (this.nodeType !== 1) return null
    const list = Object.entries(this.#attributes).map(([name, value]) => ({
      nodeType: 2,
      nodeName: name,
      name,
      localName: name.replace(/^.*:/, ''),
      nodeValue: value,
      value,
      textContent: value,
      ownerElement: this,
    }))
    return Object.assign(withItem(list), { getNamedItem: (name) => list.find((each) => each.name === name) || null })
  }
  hasChildNodes() {
    return this.childNodes.length > 0
  }
  hasAttributes() {
    return Object.keys(this.#attributes).length > 0
  }
  hasAttribute(name) {
    return Object.hasOwn(this.#attributes, name)
  }
  getAttributeNode(name) {
    return this.nodeType === 1 ? this.attributes.getNamedItem(name) : null
  }
  get children() {
    return this.childNodes.filter((each) => each.nodeType === 1)
  }
  getAttribute(name) {
    return this.hasAttribute(name) ? this.#attributes[name] : ''
  }
  getElementsByTagName(name) {
    const own = this.children.flatMap((each) => [each, ...each.getElementsByTagName('*')])
    return withItem(name === '*' ? own : own.filter((each) => each.nodeName === name || each.localName === name))
  }
  item(index) {
    return index === 0 ? this : null
  }
  toString() {
    return stringify(this)
  }
}

/** @param entry `[name, attributes, children]`, or a text */
const build = (entry) =>
  typeof entry === 'string' ? new XmlNode('#text', {}, [], entry) : new XmlNode(entry[0], entry[1], entry[2].map(build))

function parse(text) {
  return build(['#document', {}, JSON.parse(host('parseXml', String(text)))])
}

function stringify(node) {
  if (Array.isArray(node)) return node.map(stringify).join('')
  if (typeof node === 'string') return node
  if (node.nodeType === 3) return escapeText(node.data)
  const inner = node.childNodes.map(stringify).join('')
  if (node.nodeType === 9) return inner
  const attributes = node.attributes.map(({ name, value }) => ` ${name}="${escapeText(value)}"`).join('')
  return inner === ''
    ? `<${node.nodeName}${attributes}/>`
    : `<${node.nodeName}${attributes}>${inner}</${node.nodeName}>`
}

/** Selects by steps of names: `/a/b`, `//b`, `*[local-name()='b']`, `a/@id`, `a/text()`. */
function select(path, node) {
  let found = [node]
  for (const [, deep, step] of String(path).matchAll(/(\/\/|\/)?((?:\[[^\]]*\]|[^/[])+)/g)) {
    const name = /local-name\(\)\s*=\s*['"]([^'"]+)['"]/.exec(step)?.[1] || step.replace(/\[.*$/, '')
    const at = /\[(\d+)\]$/.exec(step)?.[1]
    found = found.flatMap((each) => {
      if (name.startsWith('@'))
        return each.getAttribute(name.slice(1)) === ''
          ? []
          : [new XmlNode('#text', {}, [], each.getAttribute(name.slice(1)))]
      if (name === 'text()') return each.childNodes.filter((child) => child.nodeType === 3)
      const among = deep === '//' ? each.getElementsByTagName('*') : each.children
      return among.filter(
        (child) => name === '*' || child.nodeName === name || child.localName === name.replace(/^.*:/, ''),
      )
    })
    if (at) found = found.slice(Number(at) - 1, Number(at))
  }
  return withItem(found)
}

guest.XML = {
  parse,
  select,
  stringify: (first, second) => stringify(second === undefined ? first : second),
  isNode: (value) =>
    value instanceof XmlNode ||
    (Array.isArray(value) && value.length > 0 && value.every((each) => each instanceof XmlNode)),
}
guest.transform = {
  xpath(path, node, callback) {
    let found
    try {
      found = select(path, node)
    } catch (error) {
      guest.schedule(callback, error)
      return
    }
    guest.schedule(callback, null, found)
  },
  xslt: () => {
    throw new Error('transform.xslt is not available')
  },
}
