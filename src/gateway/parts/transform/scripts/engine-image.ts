/** Images of the memory of a script engine: what is kept of it, and how the memory is set back to it. */

/** A part of an image, in bytes from its start. One that is only zeros is cleared, which is faster than to copy it. */
interface ImagePart {
  start: number
  end: number
  isZero: boolean
}

/** The memory of an engine above its stack, and what the host has to know to go on from there. */
export interface EngineImage {
  bytes: Uint8Array
  /** The parts of `bytes`. Those that are missing are constants of the engine, which never change. */
  parts: readonly ImagePart[]
  /** The size of the whole memory in bytes. */
  memorySize: number
  stackPointer: number
  runtime: number
  context: number
}

/** Sets the memory above the stack to an image. The memory must have the size of the image at least. */
export function restoreMemory(memory: Uint8Array, { bytes, parts, stackPointer }: EngineImage): void {
  for (const { start, end, isZero } of parts) {
    if (isZero) memory.fill(0, stackPointer + start, stackPointer + end)
    else memory.set(bytes.subarray(start, end), stackPointer + start)
  }
  memory.fill(0, stackPointer + bytes.length)
}

const blockSize = 4_096

/** Returns the parts to restore: blocks that changed after the start; others have constants of the module. */
export function findParts(bytes: Uint8Array, constants: Uint8Array): ImagePart[] {
  const parts: ImagePart[] = []
  for (let start = 0; start < bytes.length; start += blockSize) {
    const block = bytes.subarray(start, start + blockSize)
    const isZero = block.every((byte) => byte === 0)
    if (!isZero && Buffer.compare(block, constants.subarray(start, start + blockSize)) === 0) continue
    const end = start + block.length
    const last = parts.at(-1)
    if (last?.end === start && last.isZero === isZero) last.end = end
    else parts.push({ start, end, isZero })
  }
  return parts
}
