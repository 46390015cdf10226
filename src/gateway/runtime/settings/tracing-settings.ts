/** Settings of traces, by the environment variables of OpenTelemetry. OTLP over HTTP with JSON is supported. */
import { SettingError } from '../../../shared/process/settings/parse-setting.ts'
import type { SamplerSettings, TracingSettings } from '../../telemetry/tracing/index.ts'

const samplers: Record<string, SamplerSettings> = {
  always_on: { parentBased: false, ratio: 1 },
  always_off: { parentBased: false, ratio: 0 },
  traceidratio: { parentBased: false, ratio: undefined },
  parentbased_always_on: { parentBased: true, ratio: 1 },
  parentbased_always_off: { parentBased: true, ratio: 0 },
  parentbased_traceidratio: { parentBased: true, ratio: undefined },
}

/** Returns undefined when no collector is set. Throws `SettingError`. */
export function readTracingSettings(environment: Record<string, string | undefined>): TracingSettings | undefined {
  const {
    OTEL_SDK_DISABLED: disabled,
    OTEL_EXPORTER_OTLP_ENDPOINT: base,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol = 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: headers = '',
    OTEL_SERVICE_NAME: service = 'sluice',
    OTEL_TRACES_SAMPLER: sampler = 'parentbased_always_on',
    OTEL_TRACES_SAMPLER_ARG: share,
  } = environment
  if (disabled?.toLowerCase() === 'true' || (!own && !base)) return undefined
  if (protocol !== 'http/json')
    throw new SettingError(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, which collectors accept at the same URL as http/protobuf - found "${protocol}"`,
    )
  return {
    url: own
      ? address('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', own)
      : `${address('OTEL_EXPORTER_OTLP_ENDPOINT', base ?? '').replace(/\/$/, '')}/v1/traces`,
    headers: readHeaders(headers),
    service,
    sampler: readSampler(sampler, share),
  }
}

function address(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SettingError(`${name} must be an http or https URL like http://localhost:4318 - found "${text}"`)
  return url.href
}

function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf('=')
      if (equals < 1) throw new SettingError('OTEL_EXPORTER_OTLP_HEADERS must be a list like name=value,name=value')
      return [pair.slice(0, equals).trim(), decodeURIComponent(pair.slice(equals + 1).trim())]
    }),
  )
}

function readSampler(name: string, share: string | undefined): SamplerSettings {
  const sampler = samplers[name]
  if (!sampler)
    throw new SettingError(`OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')} - found "${name}"`)
  if (sampler.ratio !== undefined) return sampler
  const number = share === undefined ? 1 : Number(share)
  if (!(number >= 0 && number <= 1))
    throw new SettingError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1 - found "${share}"`)
  return { ...sampler, ratio: number }
}
