export { type Observation, openObservation } from './telemetry.ts'
