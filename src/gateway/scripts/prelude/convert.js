/** Conversions of whole bodies, which the host does. */
;(function convert(guest) {
  /** @param source the variable with the body, `message.body` @param output the name of the message that gets the result */
  guest.convert = (name, options, type, source, output) => {
    const value = guest.get(source)
    if (value === undefined || value === '') return
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const message = guest.findMessage(output) || guest.createMessage(output)
    message.body.write(guest.host(name, text, JSON.stringify(options)))
    if (type) message.header.set('Content-Type', type)
  }

  /** Throws when the body of the message is not well-formed. @param format `json` or `xml` */
  guest.convert.requireWellFormed = (format) => guest.host('requireWellFormed', format)
})
