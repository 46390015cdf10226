/** Where traces are sent, and which requests are traced. */
export interface TracingSettings {
  /** The URL that spans are posted to. */
  url: string
  headers: Record<string, string>
  service: string
  sampler: SamplerSettings
}

export interface SamplerSettings {
  /** Whether the sampling decision of the caller applies. */
  parentBased: boolean
  /** The share of traces to export that have no decision yet, 0 to 1. */
  ratio: number | undefined
}
