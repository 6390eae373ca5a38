/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g

/** Puts variables of the environment into a text: `${NAME}`, `${env:NAME}`, `${NAME:-instead}`. */
export function expandVariables(text: string, environment: Environment, missing: (name: string) => string): string {
  return text.replaceAll(
    VARIABLE,
    (_, name: string, instead: string | undefined) => environment[name] ?? instead ?? missing(name),
  )
}
