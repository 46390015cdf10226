import test from 'ava'
import { readTracingSettings } from '../../../../src/gateway/runtime/settings/tracing-settings.ts'

const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

test('without an address nothing is traced', (t) => {
  t.is(readTracingSettings({}), undefined)
  t.is(readTracingSettings({ ...base, OTEL_SDK_DISABLED: 'true' }), undefined)
})

test('reads the variables of OpenTelemetry', (t) => {
  t.deepEqual(readTracingSettings(base), {
    url: 'http://collector:4318/v1/traces',
    headers: {},
    service: 'sluice',
    sampler: { parentBased: true, ratio: 1 },
  })
  t.deepEqual(
    readTracingSettings({
      ...base,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://other/traces',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x=y=z',
      OTEL_SERVICE_NAME: 'edge',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
    {
      url: 'https://other/traces',
      headers: { 'api-key': 'a b', x: 'y=z' },
      service: 'edge',
      sampler: { parentBased: false, ratio: 0.25 },
    },
  )
})

for (const [name, value] of [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
] as const) {
  test(`refuses ${name}=${value}`, (t) => {
    const error = t.throws(() => readTracingSettings({ ...base, [name]: value }))
    t.true(error?.message.startsWith(`${name} must be`), error?.message)
  })
}

test('refuses a share that is none', (t) => {
  const environment = { ...base, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }
  t.throws(() => readTracingSettings(environment), { message: /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/ })
})
