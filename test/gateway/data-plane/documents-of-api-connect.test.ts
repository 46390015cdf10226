/** Documents of the kinds that users of API Connect have: what arrives at the upstream is what the document says. */
import test, { type ExecutionContext } from 'ava'
import { parse, stringify } from 'yaml'
import { valid } from '../config/_support/folder.ts'
import { serve } from './_support/loaded.ts'
import { bodyOf, type Running, startBackend } from './_support/servers.ts'

interface Received {
  method: string
  url: string
  headers: Record<string, string | undefined>
  body: string
}

/** The parts of a request or a response that a document decides. A header that is undefined must be missing. */
interface Expected {
  url?: string
  method?: string
  headers?: Record<string, string | undefined>
  body?: unknown
  status?: number
}

interface Kind {
  kind: string
  /** The assembly, and members that replace those of the document, in YAML. */
  assembly: string
  document?: string
  /** The entry of the API in the plan; all operations when undefined. */
  plan?: string
  call?: { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  /** What arrives at the upstream; undefined when nothing may arrive. */
  sent?: Expected | undefined
  response?: Expected
}

const json = { 'Content-Type': 'application/json' }
const xml = { 'Content-Type': 'text/xml' }
const multipart = { 'Content-Type': 'multipart/related; boundary=edge' }

/** A body of two parts: a text, and one of the given type. */
function parts(second: string, type = 'application/json'): string {
  const first = '--edge\r\nContent-Disposition: attachment; name="name"\r\nContent-Type: text/plain\r\n\r\nfred'
  return `${first}\r\n--edge\r\nContent-Disposition: attachment; name="two"\r\nContent-Type: ${type}\r\n\r\n${second}\r\n--edge--\r\n`
}

const soap = '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><ping/></Body></Envelope>'

const kinds: readonly Kind[] = [
  {
    kind: 'a proxy of version 10 with controls of headers and parameters',
    assembly: `execute:
  - invoke:
      version: 2.2.0
      title: invoke
      backend-type: detect
      header-control: { type: blocklist, values: [^X-Internal] }
      parameter-control: { type: allowlist, values: [^page$] }
      http-version: HTTP/1.1
      inject-proxy-headers: true
      follow-redirects: false
      timeout: 60
      cache-response: protocol
      cache-ttl: 900
      stop-on-error: []
      target-url: $(target-url)/orders
`,
    call: { path: '/any?page=2&debug=1', headers: { 'X-Internal-Id': '7', 'X-Trace': 't' } },
    sent: {
      method: 'GET',
      url: '/orders?page=2',
      headers: { 'x-internal-id': undefined, 'x-trace': 't', 'x-forwarded-proto': 'http' },
    },
  },
  {
    kind: 'operation-switch and a plan with an operationId that stands twice',
    document: `paths:
  /other: { get: { operationId: same, responses: {} } }
  /any: { get: { operationId: same, responses: {} }, post: { operationId: own, responses: {} } }
`,
    assembly: `execute:
  - operation-switch:
      case:
        - operations: [same]
          execute: [{ set-variable: { actions: [{ set: message.headers.x-case, value: same }] } }]
      otherwise: []
  - invoke: { target-url: $(target-url)/switched }
`,
    plan: '{ operations: [{ operationId: same }] }',
    sent: { url: '/switched', headers: { 'x-case': 'same' } },
  },
  {
    kind: 'version 5 with a condition in JavaScript and proxy',
    document: 'x-ibm-configuration: { gateway: micro-gateway, phase: realized }',
    assembly: `execute:
  - switch:
      version: 1.0.0
      title: switch
      case:
        - condition: request.headers['x-mode'].toLowerCase().indexOf('te') === 0
          execute:
            - set-variable: { version: 1.0.0, title: set, actions: [{ set: message.headers.x-stage, value: test }] }
        - otherwise: []
  - proxy: { version: 1.0.0, title: proxy, target-url: '$(target-url)/v5', verb: keep }
`,
    call: { headers: { 'X-Mode': 'TEST' } },
    sent: { url: '/v5', headers: { 'x-stage': 'test' } },
  },
  {
    kind: 'a script that changes the body',
    assembly: `execute:
  - gatewayscript:
      version: 2.0.0
      title: script
      source: |
        context.message.body.readAsJSON(function (error, body) {
          if (error) return context.reject('BadBody', 'no JSON')
          body.total = body.lines.reduce((sum, each) => sum + each.price, 0)
          context.message.header.set('X-Total', String(body.total))
          context.message.body.write(body)
        })
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/script' }
`,
    call: { method: 'POST', headers: json, body: '{"lines":[{"price":2},{"price":3}]}' },
    sent: { method: 'POST', headers: { 'x-total': '5' }, body: { lines: [{ price: 2 }, { price: 3 }], total: 5 } },
  },
  {
    kind: 'a map of two inputs',
    assembly: `execute:
  - map:
      version: 2.0.0
      title: map
      inputs:
        id: { schema: { type: string }, variable: request.parameters.id }
        order: { schema: { $ref: '#/definitions/order' }, variable: message.body, content: application/json }
      outputs:
        output: { schema: { $ref: '#/definitions/bill' }, variable: message.body, content: application/json }
      actions:
        - { set: output.number, from: id }
        - { set: output.customer.name, from: order.name, value: '$(order.name).toUpperCase()' }
        - create: output.lines
          foreach: order.items
          from: order.items
          actions: [{ set: code, from: order.items.sku }]
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/map' }
`,
    document: `definitions:
  order: { type: object, properties: { name: { type: string }, items: { type: array, items: { type: object, properties: { sku: { type: string } } } } } }
  bill:
    type: object
    properties:
      number: { type: string }
      customer: { type: object, properties: { name: { type: string } } }
      lines: { type: array, items: { type: object, properties: { code: { type: string } } } }
`,
    call: {
      method: 'POST',
      path: '/any?id=9',
      headers: json,
      body: '{"name":"anna","items":[{"sku":"a"},{"sku":"b"}]}',
    },
    sent: { body: { number: '9', customer: { name: 'ANNA' }, lines: [{ code: 'a' }, { code: 'b' }] } },
  },
  {
    kind: 'XML at the upstream, JSON at the caller',
    assembly: `execute:
  - json-to-xml: { version: 2.0.0, title: to xml, rootXMLElementName: order, alwaysOutputRootElement: true, conversionType: relaxedBadgerFish }
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/xml?type=text/xml&echo=1' }
  - xml-to-json: { version: 2.0.0, title: to json, conversionType: relaxedBadgerFish }
`,
    call: { method: 'POST', headers: json, body: '{"id":5}' },
    sent: { headers: { 'content-type': 'application/xml' }, body: '<order><id>5</id></order>' },
    response: { headers: { 'content-type': 'application/json' } },
  },
  {
    kind: 'two calls whose responses a script joins',
    assembly: `execute:
  - invoke: { version: 2.0.0, title: one, verb: GET, target-url: '$(target-url)/one', output: first }
  - invoke: { version: 2.0.0, title: two, verb: GET, target-url: '$(target-url)/two?of=$(first.body.url)', output: second }
  - gatewayscript:
      version: 2.0.0
      title: join
      source: |
        var second = JSON.parse(context.get('second.body'))
        context.message.body.write({ url: second.url, status: context.get('second.status.code') })
`,
    sent: { url: '/two?of=%2Fone' },
    response: { body: { url: '/two?of=%2Fone', status: 200 } },
  },
  {
    kind: 'an operation that has its own steps',
    assembly: `execute:
  - operation-switch:
      version: 2.0.0
      title: operations
      case:
        - operations: [{ verb: post, path: /any }]
          execute: [{ invoke: { version: 2.0.0, title: post, target-url: '$(target-url)/created', verb: PUT } }]
      otherwise: [{ invoke: { version: 2.0.0, title: other, target-url: '$(target-url)/other' } }]
`,
    call: { method: 'POST', body: 'x' },
    sent: { method: 'PUT', url: '/created', body: 'x' },
  },
  {
    kind: 'a parameter of the path in the URL of the upstream, with credentials',
    document: 'paths: { "/items/{id}": { get: { responses: { "200": { description: OK } } } } }',
    assembly: `execute:
  - set-variable: { version: 2.0.0, title: set, actions: [{ set: message.headers.X-Path, value: $(api.operation.path) }, { clear: message.headers.X-Drop }] }
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/v1/{id}', username: me, password: secret }
`,
    call: { path: '/items/a%2Fb', headers: { 'X-Drop': '1' } },
    sent: undefined,
    response: { status: 400 },
  },
  {
    kind: 'credentials and a header of the operation',
    assembly: `execute:
  - set-variable: { version: 2.0.0, title: set, actions: [{ set: message.headers.X-Path, value: $(api.operation.path) }, { clear: message.headers.X-Drop }] }
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/v1', username: me, password: secret }
`,
    call: { headers: { 'X-Drop': '1' } },
    sent: { headers: { 'x-path': '/any', 'x-drop': undefined, authorization: 'Basic bWU6c2VjcmV0' } },
  },
  {
    kind: 'an error of the upstream that catch turns into a response',
    assembly: `execute:
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/gone?status=410', stop-on-error: [OperationError] }
catch:
  - errors: [OperationError]
    execute:
      - set-variable: { version: 2.0.0, title: set, actions: [{ set: message.status.code, value: 404 }, { set: message.body, value: '{"error":"$(error.name)"}' }] }
`,
    sent: { url: '/gone?status=410' },
    response: { status: 404, body: { error: 'OperationError' } },
  },
  {
    kind: 'a body that the document does not allow',
    document: `definitions: { order: { type: object, required: [id] } }
paths: { /any: { post: { consumes: [application/json], parameters: [{ in: body, name: body, schema: { $ref: '#/definitions/order' } }], responses: { "200": { description: OK } } } } }`,
    assembly: `execute:
  - parse: { version: 2.0.0, title: parse, use-content-type: true, parse-settings-reference: { default: apic-default-parsesettings } }
  - validate: { version: 2.0.0, title: validate, validate-against: definition, definition: '#/definitions/order' }
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/valid' }
`,
    call: { method: 'POST', headers: json, body: '{}' },
    sent: undefined,
    response: { status: 422 },
  },
  {
    kind: 'fields that are masked and shortened in the response',
    assembly: `execute:
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/card', keep-payload: true }
  - redact: { version: 2.0.0, title: redact, redactions: [{ action: remove, path: $.headers }] }
  - extract: { version: 2.0.0, title: extract, root: message.body, extracts: [{ capture: $.body, transform: '$substring($, -4)' }] }
`,
    call: { method: 'POST', body: '1234567812345678' },
    sent: { body: '1234567812345678' },
    response: { body: { method: 'POST', url: '/card', body: '5678' } },
  },
  {
    kind: 'a query that becomes XML for a service, whose fault catch turns into JSON',
    document: `paths: { /any: { parameters: [{ name: n, in: query, required: true, type: string }], get: { responses: { "200": { description: OK } } } } }`,
    assembly: `execute:
  - map:
      version: 2.0.0
      title: map
      inputs: { N: { schema: { type: string }, variable: request.parameters.n } }
      outputs:
        output:
          schema: { type: object, properties: { data: { type: object, properties: { N: { type: string, name: N }, T: { type: string } }, xml: { namespace: '' } } }, xml: { namespace: '' } }
          variable: message.body
          content: application/xml
      actions: [{ set: output.data.N, from: N }, { set: output.data.T, value: '1' }]
  - invoke: { version: 2.0.0, title: invoke, backend-type: detect, timeout: 60, verb: POST, cache-response: protocol, cache-ttl: 900, stop-on-error: [ConnectionError, SOAPError, OperationError], target-url: '$(target-url)/soap?status=500&type=text/xml' }
catch:
  - errors: [SOAPError]
    execute:
      - map: { version: 2.0.0, title: map, inputs: {}, outputs: { code: { schema: { type: integer }, variable: message.status.code }, text: { schema: { type: string }, variable: message.body } }, actions: [{ set: code, value: '400' }, { set: text, value: "'data not found'" }] }
`,
    call: { path: '/any?n=%3C5' },
    sent: { method: 'POST', body: '<data><N>&lt;5</N><T>1</T></data>' },
    response: { status: 400, body: 'data not found' },
  },
  {
    kind: 'a script that writes the request as the session of version 5 does',
    assembly: `execute:
  - parse: { version: 2.0.0, title: parse, parse-settings-reference: { default: apic-default-parsesettings } }
  - gatewayscript:
      version: 2.0.0
      title: gatewayscript
      source: |-
        var apim = require('apim');
        apim.setvariable('message.headers.Accept', '*/*');
        var message = apim.getvariable('message.body');
        session.output.write('{"query":"{ history(id: ' + message.rq.id + ') { wage } }"}');
        apim.output('application/json');
  - invoke: { version: 2.0.0, title: invoke, backend-type: graphql, verb: POST, stop-on-error: [], target-url: '$(target-url)/graphql', username: me, password: secret }
`,
    call: { method: 'POST', headers: json, body: '{"rq":{"id":7}}' },
    sent: {
      headers: { accept: '*/*', authorization: 'Basic bWU6c2VjcmV0' },
      body: '{"query":"{ history(id: 7) { wage } }"}',
    },
  },
  {
    kind: 'two services whose responses a map joins',
    document: `definitions: { offers: { type: object, properties: { first: { type: string }, second: { type: string } } } }
paths: { /any: { get: { operationId: offers.list, parameters: [{ name: zip, in: query, required: true, type: string }], responses: { "200": { description: OK } } } } }`,
    assembly: `execute:
  - operation-switch:
      title: operation-switch
      case:
        - operations: [offers.list]
          execute:
            - invoke: { title: a, verb: GET, cache-response: protocol, cache-ttl: 900, target-url: '$(target-url)/a?company=xyz&to={zip}', output: a_response }
            - invoke: { title: b, verb: GET, target-url: '$(target-url)/b?company=cek&to={zip}', output: b_response }
            - map:
                title: join
                inputs:
                  a: { schema: { $schema: 'http://json-schema.org/draft-04/schema#', id: 'http://jsonschema.net', type: object, properties: { url: { id: 'http://jsonschema.net/url', type: string, name: url } } }, variable: a_response.body, content: application/json }
                  b: { schema: { type: object, properties: { url: { type: string } } }, variable: b_response.body, content: application/json }
                outputs: { output: { schema: { $ref: '#/definitions/offers' }, variable: message.body, content: application/json } }
                actions: [{ set: output.first, from: a.url }, { set: output.second, from: b.url }]
`,
    call: { path: '/any?zip=90%20210' },
    sent: { url: '/b?company=cek&to=90%20210' },
    response: { body: { first: '/a?company=xyz&to=90%20210', second: '/b?company=cek&to=90%20210' } },
  },
  {
    kind: 'a SOAP service that is passed through',
    document: `x-ibm-configuration: { type: wsdl, wsdl-definition: { wsdl: ping.wsdl, service: Ping, port: PingPort } }
paths: { /any: { post: { x-ibm-soap: { soap-action: urn:ping }, consumes: [text/xml], responses: { "200": { description: OK } } } } }`,
    assembly: `execute:
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/soap' }
`,
    call: { method: 'POST', headers: { ...xml, SOAPAction: 'urn:ping' }, body: soap },
    sent: { headers: { soapaction: 'urn:ping', 'content-type': 'text/xml' }, body: soap },
  },
  {
    kind: 'an operation of version 5 that a condition names by its template',
    document: `x-ibm-configuration: { gateway: datapower-gateway }
paths: { "/users/{name}": { get: { responses: { "200": { description: OK } } } } }`,
    assembly: `execute:
  - switch:
      title: switch
      case:
        - condition: ((request.verb==='GET')&&(api.operation.path==='/users/{name}'))
          execute:
            - gatewayscript: { source: "apim.console.debug('met'); apim.setvariable('message.headers.x-case', apim.getvariable('request.parameters.name') + apim.getContext('request.parameters.name').length)" }
        - otherwise: []
  - invoke: { title: invoke, target-url: '$(target-url)/v5' }
`,
    call: { path: '/users/ada' },
    sent: { headers: { 'x-case': 'ada3' } },
  },
  {
    kind: 'messages that steps read and make by name',
    assembly: `execute:
  - parse: { version: 2.2.0, title: parse, parse-settings-reference: { default: apic-default-parsesettings }, input: request, output: order }
  - json-to-xml: { version: 2.0.0, title: xml, input: order, output: converted }
  - gatewayscript:
      version: 2.0.0
      title: script
      source: |
        const order = context.getMessage('order')
        order.header.set('X-Seen', 'yes')
        order.body.write({ number: order.body.value().number + 1 })
        const made = context.createMessage('made')
        made.statusCode = 201
        made.body.write('text')
  - set-variable:
      version: 2.0.0
      title: set
      actions:
        - { set: message.headers.x-order, value: '$(order.body.number) $(order.headers.x-seen) $(made.status.code) $(made.body)' }
        - { set: message.headers.x-xml, value: $(converted.body) }
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/named' }
`,
    call: { method: 'POST', headers: json, body: '{"number":6}' },
    sent: { headers: { 'x-order': '7 yes 201 text', 'x-xml': '<number>6</number>' }, body: '{"number":6}' },
  },
  {
    kind: 'a REST API for a SOAP service, with schemas of the service in the document',
    document: `definitions: { AddInput: { type: object, properties: { add: { type: object, properties: { Number: { type: string } } } } } }
x-ibm-configuration:
  type: wsdl-to-rest
  wsdl-definition: { wsdl: 'credits:1.0.wsdl', service: Credits, port: endpoint, soap-version: '1.1' }
  targets:
    Credits:
      definitions:
        AddInput:
          type: object
          properties:
            Envelope:
              type: object
              xml: { prefix: soap, namespace: 'http://schemas.xmlsoap.org/soap/envelope/' }
              properties:
                Body:
                  type: object
                  xml: { prefix: soap, namespace: 'http://schemas.xmlsoap.org/soap/envelope/' }
                  properties: { add: { type: object, properties: { Number: { type: string } } } }`,
    assembly: `execute:
  - parse: { version: 2.0.0, title: parse, parse-settings-reference: { default: apic-default-parsesettings }, input: request, output: message, use-content-type: true }
  - map:
      version: 2.1.0
      title: 'Add: input'
      inputs: { request: { schema: { $ref: '#/definitions/AddInput' }, variable: message.body, content: application/json } }
      outputs:
        content-type: { schema: { type: string }, variable: message.headers.content-type }
        body: { schema: { $ref: '#/x-ibm-configuration/targets/Credits/definitions/AddInput' }, variable: message.body, content: text/xml }
        SOAPAction: { schema: { type: string }, variable: message.headers.SOAPAction }
      actions:
        - { set: content-type, default: text/xml }
        - { set: SOAPAction, default: 'urn:add' }
        - { set: body.Envelope.Body, from: request }
      options: { includeEmptyXMLElements: false, inlineNamespaces: false, mapResolveXMLInputDataType: true }
  - invoke: { version: 2.3.0, title: invoke, parameter-control: { type: blacklist }, target-url: '$(target-url)/soap', verb: POST }
`,
    call: { method: 'POST', headers: json, body: '{"add":{"Number":"7"}}' },
    sent: {
      headers: { 'content-type': 'text/xml', soapaction: 'urn:add' },
      body: '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:add><soap:Number>7</soap:Number></soap:add></soap:Body></soap:Envelope>',
    },
  },
  {
    kind: 'attachments that a script reads, and the first part as the body',
    assembly: `execute:
  - parse: { version: 2.2.0, title: parse, parse-settings-reference: { default: apic-default-parsesettings }, use-content-type: false }
  - gatewayscript:
      version: 2.0.0
      title: script
      source: |
        const whole = context.get('message')
        context.message.header.set('X-Parts', whole.attachments.map((each) => each.headers['Content-Type'] + ' ' + each.body.length).join())
        context.message.header.set('X-First', whole.body)
        context.clear('message.attachments')
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/parts' }
`,
    call: { method: 'POST', headers: multipart, body: parts('{"a":1}') },
    sent: {
      headers: { 'x-parts': 'application/json 7', 'x-first': 'fred', 'content-type': 'text/plain' },
      body: 'fred',
    },
  },
  {
    kind: 'an attachment that becomes XML, with the names of members of version 5',
    assembly: `execute:
  - parse: { version: 2.2.0, title: parse, input: 'message.attachments[0]' }
  - json-to-xml: { version: 2.0.0, title: xml, root-element-name: json, always-output-root-element: false, unnamed-element-name: element, conversionType: None, input: 'message.attachments[0]', output: 'message.attachments[0]' }
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/parts' }
`,
    call: { method: 'POST', headers: multipart, body: parts('{"a":1}') },
    sent: { headers: { 'content-type': multipart['Content-Type'] }, body: parts('<a>1</a>', 'application/xml') },
  },
  {
    kind: 'values that exports spell in other ways',
    document: 'x-ibm-configuration: { gateway: datapower-gateway }',
    assembly: `execute:
  - activity-log: { title: log, enabled: true, success-content: activity, error-content: header }
  - log: { title: log, log-level: $(level) }
  - set-variable: { version: 2.0.0, title: set, actions: [{ set: level, value: none, type: string }, { clear: message.headers.x-none, type: any }] }
  - set-variable: { version: 2.0.0, title: none }
  - gatewayscript: { version: 2.0.0, title: none, source: '' }
  - proxy: { version: 1.0.0, title: proxy, verb: Keep, timeout: '60', cache-ttl: '900', http-version: '1.1', secure-gateway: false, output: '', tls-profile: '', username: '', password: '', cache-key: '', target-url: '$(target-url)/spelled' }
`,
    sent: { method: 'GET', url: '/spelled', headers: { authorization: undefined } },
  },
  {
    kind: 'a condition and a redaction in the words of newer versions',
    assembly: `execute:
  - set-variable: { version: 2.0.0, title: set, actions: [{ set: found.cached, value: true, type: any }] }
  - switch: { version: 2.0.0, title: switch, case: [{ condition: "($apiCtx().found.cached = 'true')", execute: [{ set-variable: { title: set, actions: [{ set: message.headers.x-cached, value: yes }] } }] }] }
  - redact: { version: 2.0.0, title: redact, redactions: [{ action: remove, path: 'xpath($, "//price")' }], root: message.body }
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/redacted' }
`,
    call: { method: 'POST', headers: xml, body: '<a><price>3</price><b>1</b></a>' },
    sent: { headers: { 'x-cached': 'yes' }, body: '<a><b>1</b></a>' },
  },
  {
    kind: 'the variables of endpoint, session and time',
    assembly: `execute:
  - set-variable:
      version: 2.0.0
      title: set
      actions:
        - { set: message.headers.x-a, value: '$(api.endpoint.address) $(api.endpoint.hostname) $(session.clientAddress) $(session.localAddress)' }
        - { set: message.headers.x-b, value: '$(api.id) $(api.type) $(api.org.name) $(api.catalog.path) $(env.path) $(api.properties.target-url)' }
        - { set: message.headers.x-c, value: '[$(plan.name)$(product.name)$(client.org.name)$(oauth.client-id)$(message.status.reason)]' }
        - { set: message.headers.x-d, value: '$(system.date.year)-$(system.date.month) $(system.timezone)' }
  - gatewayscript:
      version: 2.0.0
      title: script
      source: |
        const known = ['system.datetime', 'system.date', 'system.time', 'request.date', 'session.timeStarted', 'session.globalTransactionID']
        context.message.header.set('X-E', String(known.every((name) => context.get(name) !== undefined && context.get(name) !== '')))
        context.message.header.set('X-F', context.get('api.endpoint.address'))
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/context' }
`,
    sent: {
      headers: { 'x-a': '127.0.0.1 127.0.0.1 127.0.0.1 127.0.0.1', 'x-c': '[]', 'x-e': 'true', 'x-f': '127.0.0.1' },
    },
  },
  {
    kind: 'a user who is not authenticated, because the document switches it off',
    assembly: `execute:
  - user-security: { version: 2.0.0, title: user, factor-id: default, extract-identity-method: basic, user-auth-method: disabled, user-az-method: authenticated, ei-stop-on-error: true }
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/user' }
`,
    sent: undefined,
    response: { status: 401 },
  },
  {
    kind: 'a sign-in with a page, which only a provider has',
    assembly: `execute:
  - user-security: { version: 2.1.0, title: user, factor-id: default, extract-identity-method: html-form, ei-default-form: true, ei-form-time-limit: 300, user-auth-method: user-registry, user-registry: users, user-az-method: authenticated }
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/user' }
`,
    sent: undefined,
    response: { status: 500 },
  },
  {
    kind: 'a rate limit of the appliance, which nothing here defines',
    assembly: `execute:
  - ratelimit: { version: 2.2.0, title: ratelimit, source: gateway-named, rate-limit: [{ name: errors, operation: replenish }] }
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/limited' }
`,
    sent: undefined,
    response: { status: 500 },
  },
  {
    kind: 'headers alone, and no upstream',
    assembly: `execute:
  - set-variable: { version: 2.0.0, title: set, actions: [{ set: message.headers.x-seen, value: yes }] }
`,
    call: { method: 'POST', headers: json, body: '{"a":1}' },
    sent: undefined,
    response: { headers: { 'x-seen': 'yes', 'content-type': 'application/json' }, body: { a: 1 } },
  },
  {
    kind: 'a switch of which no case holds',
    assembly: `execute:
  - operation-switch: { version: 2.0.0, title: switch, case: [{ operations: [{ verb: get, path: /any }], execute: [{ throw: { title: throw, name: Never } }] }] }
`,
    call: { method: 'POST', headers: xml, body: '<a/>' },
    sent: undefined,
    response: { headers: { 'content-type': 'text/xml' }, body: '<a/>' },
  },
  {
    kind: 'variables that are objects, lists and numbers',
    assembly: `execute:
  - set-variable:
      version: 2.0.0
      title: set
      actions:
        - { set: reply, value: { headers: { X-Kind: made }, body: text, lines: [one, '$(request.headers.x-name)'] } }
        - { set: count, value: 2 }
        - { set: message.headers.x-reply, value: '$(reply.body) $(reply.headers.x-kind) $(reply.lines)' }
        - { set: message.headers, value: { X-All: '$(request.verb)' } }
        - { set: message.body, value: { name: '$(request.headers.x-name)', known: true } }
  - gatewayscript: { version: 2.0.0, title: script, source: "context.message.header.set('X-Sum', String(context.get('count') + 1 + context.get('reply.lines').length))" }
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/values' }
`,
    call: { method: 'POST', headers: { 'X-Name': 'a "b"' }, body: 'x' },
    sent: {
      headers: { 'x-reply': 'text made ["one","a \\"b\\""]', 'x-all': 'POST', 'x-sum': '5' },
      body: { name: 'a "b"', known: true },
    },
  },
  {
    kind: 'conditions on what nothing has set, and on members of values',
    assembly: `execute:
  - switch:
      version: 2.0.0
      title: first
      case:
        - { condition: "never.set = 'a'", execute: [{ throw: { title: throw, name: A } }] }
        - { condition: "apim.getvariable('never.set') == 'a'", execute: [{ throw: { title: throw, name: B } }] }
        - { condition: request.headers.none < 5, execute: [{ throw: { title: throw, name: C } }] }
        - { condition: "$xpath(message.body, '/a/b') = 'c'", execute: [{ throw: { title: throw, name: D } }] }
        - condition: $contains($apiCtx().request.path, 'any') and $apiCtx().message.headers.'x-mode' = 'test'
          execute: [{ set-variable: { version: 2.0.0, title: set, actions: [{ set: message.headers.x-first, value: '$(request.parameters.q.values[1])' }] } }]
  - switch:
      version: 2.0.0
      title: second
      case:
        - condition: request.verb === 'GET' && message.headers['x-mode'].length > 3
          execute: [{ set-variable: { version: 2.0.0, title: set, actions: [{ set: message.headers.x-second, value: yes }] } }]
  - switch:
      version: 2.0.0
      title: third
      case:
        - condition: $uppercase(request.parameters.q.values[0]) = 'ONE' and request.parameters.q.values = 'one'
          execute: [{ set-variable: { version: 2.0.0, title: set, actions: [{ set: message.headers.x-third, value: yes }] } }]
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/conditions' }
`,
    call: { path: '/any?q=one&q=two', headers: { 'X-Mode': 'test' } },
    sent: { headers: { 'x-first': 'two', 'x-second': 'yes', 'x-third': 'yes' } },
  },
  {
    kind: 'a script that parses the body that it reads as in version 5',
    assembly: `execute:
  - gatewayscript:
      version: 2.0.0
      title: script
      source: |
        var apim = require('apim')
        var logger = require('console').options({ category: 'orders' })
        var body = apim.getvariable('message.body')
        logger.info(String(body))
        context.message.header.set('X-Id', JSON.parse(body).id + body.id)
  - invoke: { version: 2.0.0, title: invoke, target-url: '$(target-url)/parsed' }
`,
    call: { method: 'POST', headers: json, body: '{"id":"7"}' },
    sent: { headers: { 'x-id': '77' }, body: '{"id":"7"}' },
  },
  {
    kind: 'a script that reads the body of a request without one',
    assembly: `execute:
  - gatewayscript:
      version: 1.0.0
      title: script
      source: |
        apim.readInputAsJSON(function (error, json) {
          apim.setvariable('message.body', error ? 'error' : json === undefined ? 'none' : 'some')
        })
`,
    sent: undefined,
    response: { body: 'none' },
  },
]

const received: Received[] = []
let backend: Running
test.before(async () => {
  backend = await startBackend(async (request, response) => {
    const { method = '', url = '', headers } = request
    const own: Received = { method, url, headers: headers as Received['headers'], body: await bodyOf(request) }
    received.push(own)
    const query = new URL(url, 'http://upstream').searchParams
    response.writeHead(Number(query.get('status') ?? 200), { 'content-type': query.get('type') ?? 'application/json' })
    response.end(query.has('echo') ? own.body : JSON.stringify(own))
  })
})
test.after.always(() => backend.close())

/** Returns the document of a kind as an export writes it. */
function render({ assembly, document = '' }: Kind, name: string): string {
  const { 'x-ibm-configuration': configuration, ...members } = (parse(document) ?? {}) as Record<string, object>
  return stringify({
    swagger: '2.0',
    info: { 'x-ibm-name': name, title: name, version: '1.0.0' },
    schemes: ['https'],
    host: '$(catalog.host)',
    basePath: `/${name}`,
    consumes: ['application/json'],
    produces: ['application/json'],
    paths: {
      '/any': Object.fromEntries(['get', 'post'].map((each) => [each, { responses: { 200: { description: 'OK' } } }])),
    },
    ...members,
    'x-ibm-configuration': {
      testable: true,
      enforced: true,
      cors: { enabled: true },
      phase: 'realized',
      properties: { 'target-url': { value: backend.url, description: 'The upstream', encoded: false } },
      'application-authentication': { certificate: false },
      ...configuration,
      assembly: parse(assembly),
    },
  })
}

function pick(whole: object, names: object): object {
  return Object.fromEntries(Object.keys(names).map((name) => [name, (whole as Record<string, unknown>)[name]]))
}

function check(t: ExecutionContext, actual: Received & { status?: number }, expected: Expected): void {
  const { headers = {}, body, ...others } = expected
  t.deepEqual(pick(actual, others), others)
  t.deepEqual(pick(actual.headers, headers), headers)
  if (body !== undefined) t.deepEqual(typeof body === 'string' ? actual.body : JSON.parse(actual.body), body)
}

for (const [index, kind] of kinds.entries()) {
  test.serial(`${kind.kind}: the upstream and the caller get what the document says`, async (t) => {
    const name = `api-${index}`
    const product = valid['catalogs/sandbox/products/shop.yaml'].replace('"customers:1.0.0"', `"${name}:1.0.0"`)
    const limited = kind.plan ? `${product}    apis: { customers: ${kind.plan} }\n` : product
    const gateway = await serve(t, {
      'catalogs/sandbox/products/shop.yaml': limited,
      'apis/customers.yaml': render(kind, name),
    })
    const { path = '/any', ...init } = kind.call ?? {}
    received.length = 0
    const response = await fetch(`${gateway.url}/acme/sandbox/${name}${path}`, init)
    const body = await response.text()
    const last = received.at(-1)
    t.is(last !== undefined, kind.sent !== undefined, body)
    if (last && kind.sent) check(t, last, kind.sent)
    const answer = {
      method: '',
      url: response.url,
      headers: Object.fromEntries(response.headers),
      body,
      status: response.status,
    }
    check(t, answer, { status: 200, ...kind.response })
  })
}

for (const [origin, allowed] of [
  ['https://shop.example', 'https://shop.example'],
  ['https://other.example', null],
] as const) {
  test.serial(`a rule of cors.policy answers ${origin} with ${allowed}`, async (t) => {
    const rule = "[{ allow-origin: ['https://shop.example'], allow-credentials: true }]"
    const kind = {
      kind: 'CORS',
      document: `x-ibm-configuration: { cors: { enabled: true, policy: ${rule} } }`,
      assembly: "execute: [{ invoke: { target-url: '$(target-url)/cors' } }]",
    }
    const gateway = await serve(t, { 'apis/customers.yaml': render(kind, 'customers') })
    const { headers } = await fetch(`${gateway.url}/acme/sandbox/customers/any`, { headers: { origin } })
    t.is(headers.get('access-control-allow-origin'), allowed)
    t.is(headers.get('access-control-allow-credentials'), allowed && 'true')
  })
}
