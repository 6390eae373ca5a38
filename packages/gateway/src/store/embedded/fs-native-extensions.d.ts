declare module 'fs-native-extensions' {
  const extensions: {
    /** Takes a lock of the open file description (`flock` on macOS, `LockFileEx` on Windows); false when another holds it. */
    tryLock(descriptor: number): boolean
  }
  export default extensions
}
