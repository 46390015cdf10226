/** Where traces go, and which calls are traced. */
export interface TracingSettings {
  /** The whole address that spans are posted to. */
  url: string
  headers: Record<string, string>
  service: string
  sampler: SamplerSettings
}

export interface SamplerSettings {
  /** What the caller decided about the trace holds. */
  parentBased: boolean
  /** Of the traces that nobody decided about, 0 to 1. */
  ratio: number | undefined
}
