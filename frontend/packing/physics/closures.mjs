/** MuJoCo's loader without `new Function`, which the content policy forbids: closures that do the same. */

const CHANGES = [
  {
    before: `      let [args, invokerFnBody] = createJsInvoker(argTypes, isClassMethodFunc, returns, isAsync);
      var invokerFn = new Function(...args, invokerFnBody)(...closureArgs);
`,
    after: `      var invokerFn = function (...given) {
        checkArgCount(given.length, minArgs, expectedArgCount, humanName, throwBindingError);
        var destructors = needsDestructorStack ? [] : null;
        var wired = [cppTargetFunc];
        if (isClassMethodFunc) wired.push(argTypes[1]['toWireType'](destructors, this));
        for (var i = 0; i < expectedArgCount; ++i) {
          wired.push(argTypes[i + 2]['toWireType'](destructors, given[i]));
        }
        var rv = cppInvokerFunc(...wired);
        if (needsDestructorStack) {
          runDestructors(destructors);
        } else {
          for (var i = isClassMethodFunc ? 1 : 2; i < argTypes.length; ++i) {
            if (argTypes[i].destructorFunction !== null) {
              argTypes[i].destructorFunction(wired[isClassMethodFunc ? i : i - 1]);
            }
          }
        }
        if (returns) return argTypes[0]['fromWireType'](rv);
      };
`,
  },
  {
    before: `      var invokerFunction = new Function(...params, functionBody)(...args);
`,
    after: `      var invokerFunction = (obj, func, destructorsRef, args) => {
        var given = kind === /* FUNCTION */ 0 ? [obj] : [];
        var offset = 0;
        for (var type of types) {
          given.push(type.readValueFromPointer(args + offset));
          offset += type.argPackAdvance;
        }
        var rv = kind === /* CONSTRUCTOR */ 1 ? new func(...given) : func.call(...given);
        if (!retType.isVoid) return emval_returnValue(retType, destructorsRef, rv);
      };
`,
  },
];

/** The loader's text, changed; throws if it is not the text we know. */
export function withClosures(text) {
  let changed = text;
  for (const { before, after } of CHANGES) {
    if (changed.split(before).length !== 2) throw new Error(`MuJoCo's loader has changed: no ${before}`);
    changed = changed.replace(before, () => after);
  }
  const left = /\bnew Function\b|\beval\(/.exec(changed);
  if (left) throw new Error(`MuJoCo's loader still makes code from text: ${left[0]}`);
  return changed;
}
