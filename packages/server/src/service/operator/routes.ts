import type { Handlers } from '../../platform/http/endpoints/call.ts';
import type { OperatorService } from './service.ts';

export const operatorRoutes = (operator: OperatorService) =>
  ({
    getOperatorAccess: async ({ caller }) => ({
      data: { is_operator: await operator.isOperator(caller) },
    }),
    getOperatorFigures: async ({ caller }) => ({ data: await operator.figures(caller) }),
  }) satisfies Partial<Handlers>;
