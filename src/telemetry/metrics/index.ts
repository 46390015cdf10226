export { openCertificateMetrics } from './certificate-metrics.ts'
export { registerCountMetrics } from './count-metrics.ts'
export { registerBuildMetrics, registerProcessMetrics } from './process-metrics.ts'
export { openReloadMetrics } from './reload-metrics.ts'
