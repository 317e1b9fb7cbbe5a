declare module 'samlp' {
  type Done<T> = (error: Error | null, made: T) => void
  const samlp: {
    getSamlResponse(options: Record<string, unknown>, user: { id: string }, done: Done<string>): void
    parseRequest(
      request: { method: string; query: Record<string, string> },
      done: Done<{ id: string; issuer: string; assertionConsumerServiceURL: string }>,
    ): void
  }
  export default samlp
}
