/** Records what a worker does with its processor time. */
import { setTimeout } from 'node:timers/promises'

const sampleMicroseconds = 500
let isRecording = false

/** Returns the profile as the text of a `.cpuprofile` file. Rejects while another one is recorded. */
export async function recordProfile(seconds: number): Promise<string> {
  if (isRecording) throw new Error('a profile of this worker is being recorded already')
  isRecording = true
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: sampleMicroseconds })
    await session.post('Profiler.start')
    await setTimeout(seconds * 1_000)
    return JSON.stringify((await session.post('Profiler.stop')).profile)
  } finally {
    session.disconnect()
    isRecording = false
  }
}
