import ts from 'typescript'
import type { Edit } from './edits.ts'

/** A property of an object literal with a name that can be read. */
export function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.PropertyAssignment | undefined {
  return object.properties.filter(ts.isPropertyAssignment).find((property) => nameOf(property) === name)
}

/** The name of a property; undefined where it is computed. */
export const nameOf = ({ name }: ts.PropertyAssignment): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined

/** Removes a property, with its comma and white space. */
export function removal(source: ts.SourceFile, property: ts.PropertyAssignment): Edit {
  const text = source.getFullText()
  const behind = /^\s*,/.exec(text.slice(property.getEnd()))?.[0].length ?? 0
  return { start: property.getFullStart(), end: property.getEnd() + behind, text: '' }
}
